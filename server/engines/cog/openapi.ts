import { z } from 'zod';

import { inputPathMaxCharacters } from '../../../src/domain/limits.ts';
import type { InputValue } from '../../../src/domain/model.ts';

/** One input of a model, with everything that leads elsewhere resolved. */
export interface CogField {
  name: string;
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array';
  /** Of an array. */
  items?: 'string' | 'integer' | 'number';
  /** Title of the object that it is a part of; its name is then the path to it, as in `camera.lens`. */
  group?: string;
  /** It belongs to something that may be left out. */
  part?: { path: string; required: boolean };
  /** A file; of an array, its items. */
  isFile: boolean;
  isSecret: boolean;
  isRequired: boolean;
  title: string;
  description: string;
  order: number;
  default?: InputValue;
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  pattern?: string;
  const?: string | number | boolean;
  /** Of an array. */
  maxItems?: number;
  minItems?: number;
  uniqueItems?: boolean;
}

/** What a model takes and gives, read from its OpenAPI document. */
export interface CogInterface {
  fields: CogField[];
  /** Objects and lists that have to be there, be they empty, where what they stand in is; the outer ones first. */
  containers: ReadonlyMap<string, 'object' | 'list'>;
  /** Required inputs that no form of ours can fill. */
  unsupported: string[];
  makesFiles: boolean;
  /** It takes `Accept: text/event-stream`. */
  streams: boolean;
}

type Node = Record<string, unknown>;
const node = z.record(z.string(), z.unknown());
const fieldsMax = 100;
const nestingMax = 8;

const document = z.object({
  paths: z.record(z.string(), z.unknown()).catch({}),
  components: z.object({ schemas: z.record(z.string(), node) }),
});
type Schemas = Record<string, Node>;

const asNode = (value: unknown): Node | null => node.safeParse(value).data ?? null;
const asNodes = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : []).map(asNode).filter((one) => one !== null);
const text = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.slice(0, max) : '';
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const isObject = (schema: Node): boolean =>
  schema['type'] === 'object' && Object.keys(asNode(schema['properties']) ?? {}).length > 0;

function isNull(schema: Node): boolean {
  return schema['type'] === 'null';
}

/**
 * Follows `$ref` and `allOf`, and takes the one real choice of an `anyOf` with null: what stands nearer
 * wins, so a field's own title and default go before those of the list it refers to. Of several real
 * choices the first that a form can show is taken.
 */
function resolve(schemas: Schemas, schema: Node, depth = 0): Node {
  if (depth > nestingMax) return {};
  const { $ref, allOf, anyOf, oneOf, type, ...own } = schema;
  const parts: Node[] = [];
  if (typeof $ref === 'string') {
    const name = /^#\/components\/schemas\/(.+)$/.exec($ref)?.[1] ?? '';
    if (Object.hasOwn(schemas, name)) parts.push(schemas[name] ?? {});
  }
  parts.push(...asNodes(allOf));
  const choices = [...asNodes(anyOf), ...asNodes(oneOf)];
  const real = choices.filter((choice) => !isNull(choice));
  const taken = real.map((choice) => resolve(schemas, choice, depth + 1));
  const best = taken.find((choice) => choice['type'] !== 'object') ?? taken[0];
  if (best) parts.push(best);
  const merged: Node = {};
  for (const part of parts) Object.assign(merged, resolve(schemas, part, depth + 1));
  // OpenAPI 3.1 says `["string", "null"]` for the same thing.
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one && one !== 'null');
  const isNullable =
    own['nullable'] === true ||
    real.length < choices.length ||
    (Array.isArray(type) && type.includes('null'));
  return {
    ...merged,
    ...own,
    ...(types[0] !== undefined && { type: types[0] }),
    ...(isNullable && { nullable: true }),
  };
}

const isFileSchema = (schema: Node): boolean =>
  schema['type'] === 'string' && (schema['format'] === 'uri' || schema['format'] === 'binary');

function asInputValue(value: unknown, type: CogField['type']): InputValue | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' && value.length <= 10_000 ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'array':
      if (!Array.isArray(value) || value.length > 100) return undefined;
      if (value.every((one) => typeof one === 'string')) return value;
      return value.every((one) => typeof one === 'number') ? value : undefined;
    default:
      return number(value);
  }
}

/** As Cog itself makes a title of a name, but for its capitals. */
function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const numberRules = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'maxItems',
  'minItems',
] as const;

/** Where a field stands, and whether what it belongs to needs it. */
interface Place {
  path: string;
  required: boolean;
  /** The part that it belongs to, where that may be left out. */
  part: string | null;
}

function readField(schemas: Schemas, name: string, raw: Node, place: Place): CogField | null {
  const { path, required, part } = place;
  const schema = resolve(schemas, raw);
  const values = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined;
  const guessed = values?.every((one) => typeof one === 'number') ? 'number' : 'string';
  const told = schema['type'] ?? (values ? guessed : undefined);
  const type = z.enum(['string', 'integer', 'number', 'boolean', 'array']).safeParse(told).data;
  if (!type) return null;
  const items = type === 'array' ? resolve(schemas, asNode(schema['items']) ?? {}) : null;
  // Lists of lists have no place in a form.
  const itemType = items
    ? z.enum(['string', 'integer', 'number']).safeParse(items['type']).data
    : undefined;
  if (items && !itemType) return null;
  const options = values?.filter(
    (one): one is string | number => typeof one === 'string' || typeof one === 'number',
  );
  // What a list that is referred to says of itself is its name in the document, and that it is a list.
  const isList = options !== undefined;
  const field: CogField = {
    name: path,
    type,
    isFile: isFileSchema(items ?? schema),
    ...(itemType && !isFileSchema(items ?? {}) && { items: itemType }),
    isSecret: schema['format'] === 'password' || schema['x-cog-secret'] === true,
    isRequired: required && part === null,
    ...(part !== null && { part: { path: part, required } }),
    title: text(raw['title'], 200) || wordsOf(name),
    description: text(isList ? raw['description'] : schema['description'], 2_000),
    order: number(schema['x-order']) ?? fieldsMax,
    ...(options && options.length > 0 && { enum: options.slice(0, 500) }),
  };
  const preset = asInputValue(schema['default'], type);
  if (preset !== undefined) field.default = preset;
  for (const bound of numberRules) {
    const value = number(schema[bound]);
    if (value !== undefined) field[bound] = value;
  }
  // OpenAPI 3.0 says so of the bound beside it.
  if (schema['exclusiveMinimum'] === true && field.minimum !== undefined) {
    field.exclusiveMinimum = field.minimum;
    delete field.minimum;
  }
  if (schema['exclusiveMaximum'] === true && field.maximum !== undefined) {
    field.exclusiveMaximum = field.maximum;
    delete field.maximum;
  }
  if (schema['uniqueItems'] === true) field.uniqueItems = true;
  if (typeof schema['pattern'] === 'string' && schema['pattern'].length <= 1_000)
    field.pattern = schema['pattern'];
  const only = schema['const'];
  if (typeof only === type || (typeof only === 'number' && type === 'integer'))
    field.const = only as string | number | boolean;
  return field;
}

const inputName = /^(?!__proto__$|constructor$|prototype$)[\w-]{1,100}$/;
/** Entries of a list of objects that a form offers where the document names no bound, and at most. */
const entriesUsual = 4;
const entriesMost = 8;

const titleOf = (name: string, raw: Node, schema: Node): string =>
  text(raw['title'], 200) || text(schema['title'], 200) || wordsOf(name);

/** The same fields as parts of something with a title, all where that stands. */
function within(title: string, order: number, fields: CogField[]): CogField[] {
  return fields
    .toSorted((one, other) => one.order - other.order)
    .map((field) => ({
      ...field,
      group: field.group ? `${title} › ${field.group}` : title,
      order,
    }));
}

/** What is read of one document. */
interface Reading {
  schemas: Schemas;
  containers: Map<string, 'object' | 'list'>;
  /** Fields that may still be read of one input: a document that refers to itself has no end. */
  left: number;
}

/**
 * The fields of one input: itself, or the parts of an object or of a list of objects, however deep, each under its
 * path. Null where a form of ours cannot give what it needs.
 */
function readFields(
  reading: Reading,
  name: string,
  raw: Node,
  place: Place,
  depth = 0,
): CogField[] | null {
  const { schemas, containers } = reading;
  const schema = resolve(schemas, raw);
  const parts = Object.entries(asNode(schema['properties']) ?? {});
  const { path, required, part } = place;
  if (path.length > inputPathMaxCharacters || depth > nestingMax || reading.left <= 0) return null;
  const order = number(schema['x-order']) ?? fieldsMax;
  if (schema['type'] === 'array') {
    const items = asNode(schema['items']) ?? {};
    if (isObject(resolve(schemas, items))) {
      const title = titleOf(name, raw, schema);
      const least = Math.max(number(schema['minItems']) ?? 0, required ? 1 : 0);
      const most = Math.min(
        number(schema['maxItems']) ?? Math.max(entriesUsual, least),
        entriesMost,
      );
      if (least > most) return null;
      if (required) containers.set(path, 'list');
      const fields: CogField[] = [];
      for (let entry = 0; entry < most; entry += 1) {
        // What a list needs at least is needed with the list itself; each entry behind that may be left out.
        const isNeeded = entry < least;
        const read = readFields(
          reading,
          name,
          { ...items, title: `${title} ${entry + 1}` },
          { path: `${path}.${entry}`, required: isNeeded, part: required ? part : path },
          depth + 1,
        );
        if (!read) return null;
        fields.push(...read);
      }
      return fields.map((field) => ({ ...field, order }));
    }
  }
  if (!isObject(schema)) {
    reading.left -= 1;
    const field = readField(schemas, name, raw, place);
    return field && [field];
  }
  if (required) containers.set(path, 'object');
  const inner = z.array(z.string()).catch([]).parse(schema['required']);
  const read = (of: string | null): CogField[] | null => {
    const fields: CogField[] = [];
    for (const [child, childRaw] of parts.slice(0, fieldsMax)) {
      const isNeeded = inner.includes(child);
      const found = inputName.test(child)
        ? readFields(
            reading,
            child,
            asNode(childRaw) ?? {},
            { path: `${path}.${child}`, required: isNeeded, part: of },
            depth + 1,
          )
        : null;
      if (found) fields.push(...found);
      else if (isNeeded) return null;
    }
    return fields;
  };
  if (required) return wrap(read(part));
  // One that is whole by its defaults alone is simply there; any other is left out until somebody begins it.
  const isEntry = /^\d+$/.test(path.split('.').at(-1) ?? '');
  const plain = part === null && !isEntry ? read(null) : null;
  const isWhole = plain?.every((field) => !field.isRequired || field.default !== undefined);
  return wrap(isWhole ? plain : read(path));

  function wrap(fields: CogField[] | null): CogField[] | null {
    return fields && within(titleOf(name, raw, schema), order, fields);
  }
}

/** Addresses anywhere in it: a string, a list, or an object with some. */
function holdsFiles(schemas: Schemas, schema: Node, depth = 0): boolean {
  if (depth > nestingMax) return false;
  const resolved = resolve(schemas, schema);
  if (isFileSchema(resolved)) return true;
  const inner = [
    asNode(resolved['items']),
    asNode(resolved['additionalProperties']),
    ...Object.values(asNode(resolved['properties']) ?? {}).map(asNode),
  ];
  return inner.some((one) => one !== null && holdsFiles(schemas, one, depth + 1));
}

/**
 * Reads the OpenAPI document of a container (`/openapi.json`) or of Replicate (`openapi_schema`).
 * @returns null when it is none of a Cog model
 */
export function readInterface(value: unknown): CogInterface | null {
  const parsed = document.safeParse(value);
  if (!parsed.success) return null;
  const { paths, components } = parsed.data;
  const { schemas } = components;
  const input = schemas['Input'];
  if (!input) return null;
  const required = z.array(z.string()).catch([]).parse(input['required']);
  const properties = Object.entries(asNode(input['properties']) ?? {}).slice(0, fieldsMax);
  const fields: CogField[] = [];
  const unsupported: string[] = [];
  const containers = new Map<string, 'object' | 'list'>();
  for (const [name, raw] of properties) {
    const read = inputName.test(name)
      ? readFields({ schemas, containers, left: fieldsMax }, name, asNode(raw) ?? {}, {
          path: name,
          required: required.includes(name),
          part: null,
        })
      : null;
    if (read) fields.push(...read);
    else if (required.includes(name)) unsupported.push(name);
  }
  const streams = Object.values(paths)
    .flatMap((path) => Object.values(asNode(path) ?? {}))
    .some((operation) => asNode(operation)?.['x-cog-streaming'] === true);
  return {
    fields: fields.toSorted((one, other) => one.order - other.order),
    containers,
    unsupported,
    makesFiles: holdsFiles(schemas, schemas['Output'] ?? {}),
    streams,
  };
}
