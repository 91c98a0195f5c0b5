import { inlineSourcePattern } from '../../src/api/contract/generate.ts';
import { inlineSourceMaxBytes } from '../../src/domain/limits.ts';
import type { InputValue, InputValues, ModelSchema } from '../../src/domain/model.ts';
import { filesTaken } from '../../src/domain/source-limits.ts';
import { fileName } from '../files/addresses.ts';
import { storeUpload } from '../files/uploads.ts';
import type { Intake, UploadSource } from '../files/uploads.ts';
import { invalidInput, Problem } from '../http/problem.ts';
import type { OfferedModel } from '../models/catalogue.ts';

const isInline = (value: unknown): value is string =>
  typeof value === 'string' && inlineSourcePattern.test(value);

/** Keeps bytes that came within a request as an upload of the person's, held against the same rules. */
export async function storeInline(intake: Intake, userId: number, bytes: Buffer): Promise<string> {
  const write: UploadSource = async (take) => {
    await take(bytes);
    return true;
  };
  const file = await storeUpload(intake, userId, write, bytes.length);
  return fileName(file);
}

/**
 * The input with the addresses of uploads where it had the files themselves (spec 1, section 5). Only fields that
 * take files are looked at, and no more files are stored than the model takes.
 * @throws Problem 400, 413, 415 or 507
 */
export async function storeInlineSources(
  intake: Intake,
  userId: number,
  { schema, model }: { schema: Pick<ModelSchema, 'properties'> } & Pick<OfferedModel, 'model'>,
  given: InputValues,
): Promise<InputValues> {
  const input: InputValues = { ...given };
  const keep = async (value: string): Promise<string> => {
    if (!isInline(value)) return value;
    const bytes = Buffer.from(value.slice(value.indexOf(',') + 1), 'base64');
    if (bytes.length > inlineSourceMaxBytes) {
      throw new Problem(
        413,
        'too-large',
        `Within a request a file may have at most ${inlineSourceMaxBytes / 1024} KiB: upload it and send its URL`,
      );
    }
    return storeInline(intake, userId, bytes);
  };
  for (const [field, property] of Object.entries(schema.properties)) {
    const value: InputValue | undefined = input[field];
    if (property.format !== 'uri' || value === undefined || value === null) continue;
    const files = [value].flat().map(String);
    if (!files.some(isInline)) continue;
    const most = filesTaken(property, model);
    if (files.length > most) {
      throw invalidInput({ field, reason: 'too-many-files', values: [most] });
    }
    const addresses: string[] = [];
    for (const file of files) addresses.push(await keep(file));
    input[field] = Array.isArray(value) ? addresses : (addresses[0] ?? null);
  }
  return input;
}
