import { existsSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { freeBytesFloorDefault, storedBytesPerPersonDefault } from '../src/domain/storage.ts';
import { chooseDataFolder } from './database/unprivileged.ts';
import type { ProviderConfig } from './doors/provider.ts';
import type { OidcConfig } from './doors/oidc.ts';
import type { S3Connection } from './files/s3.ts';
import type { ChatConfig } from './language/chat.ts';
import { paymentEnvironment, PaymentsMisconfigured, paymentsOf } from './payments/environment.ts';
import type { PaymentsConfig } from './payments/environment.ts';
import type { SafetyConfig } from './safety/filter.ts';
import type { TagListSource } from './tags/lists.ts';
import { gpuChoices, type GpuChoice } from '../src/domain/packs.ts';
import { anonymousKey } from '../src/domain/volunteers.ts';

export const projectFolder = path.resolve(import.meta.dirname, '..');

const whole = (from: number, to: number) =>
  z
    .string()
    .trim()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine(
      (value) => value >= from && value <= to,
      `must be a whole number from ${from} to ${to}`,
    );

/** Words people write for it, and a number of proxies. */
const proxies = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(true|false|yes|no|\d{1,2})$/, 'must be true, false or the number of proxies in front')
  .transform((value) => {
    if (value === 'true' || value === 'yes') return 1;
    return value === 'false' || value === 'no' ? 0 : Number(value);
  });

const yesNo = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(true|false|yes|no)$/, 'must be true or false')
  .transform((value) => value === 'true' || value === 'yes');

const isPlainWebAddress = (value: string): boolean =>
  /^https?:\/\/[^/?#@\s]+\/?$/i.test(value) && URL.canParse(value);

/** Addresses by which people come, or `*` for every one. */
const publicAddresses = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    (values) => values.every((value) => value === '*' || isPlainWebAddress(value)),
    'must be an address such as https://kiln.example.com, several of them, or *',
  );

const webAddress = (schemes: RegExp, example: string) =>
  z.string().trim().regex(schemes, `must be an address such as ${example}`);

const environment = z.object({
  PORT: whole(0, 65_535).default(8787),
  /** A PWA needs https or localhost: other devices come through a proxy with a certificate. */
  KILN_HOST: z.string().trim().min(1).default('127.0.0.1'),
  KILN_DATA: z.string().trim().min(1).optional(),
  DATABASE_URL: webAddress(
    /^postgres(ql)?:\/\/.+/,
    'postgresql://user:password@host:5432/kiln',
  ).optional(),
  KILN_STATIC: z.string().trim().min(1).optional(),
  KILN_REGISTRATION_CREDITS: whole(0, 1_000_000_000).default(50),
  KILN_REGISTRATIONS_PER_HOUR: whole(1, 1_000_000).default(60),
  KILN_SUPER_USERS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  KILN_TRUST_PROXY: proxies.default(0),
  KILN_PUBLIC_URL: publicAddresses.default([]),
  KILN_HSTS_DAYS: whole(0, 3_650).default(0),
  KILN_RESULT_RETENTION_DAYS: whole(0, 36_500).default(30),
  KILN_ACKNOWLEDGED_RETENTION_DAYS: whole(0, 36_500).optional(),
  KILN_GALLERY_SAMPLES: yesNo.default(true),
  KILN_UPLOAD_RETENTION_DAYS: whole(0, 36_500).default(7),
  KILN_STORED_BYTES_PER_PERSON: whole(0, Number.MAX_SAFE_INTEGER).default(
    storedBytesPerPersonDefault,
  ),
  KILN_FREE_BYTES_FLOOR: whole(0, Number.MAX_SAFE_INTEGER).default(freeBytesFloorDefault),
  KILN_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info'),
  KILN_BUILTIN_THREADS: whole(1, 64).optional(),
  KILN_FFMPEG: z.string().trim().min(1).default('ffmpeg'),
  KILN_PUSH_CONTACT: webAddress(
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
    'mailto:you@example.com',
  ).default('mailto:kiln@example.com'),
  KILN_PUSH_PRIVATE: yesNo.default(false),
  KILN_METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress(
    /^https?:\/\/[^?#]+$/,
    'http://localhost:4318',
  ).optional(),
  OTEL_SERVICE_NAME: z.string().trim().min(1).max(100).default('kiln'),
  KILN_BUCKET_URL: webAddress(
    /^https?:\/\/[^/?#]+\/[^/?#][^?#]*$/,
    'https://s3.example.com/bucket',
  ).optional(),
  KILN_BUCKET_REGION: z.string().trim().min(1).default('us-east-1'),
  KILN_BUCKET_KEY_ID: z.string().trim().min(1).optional(),
  KILN_BUCKET_SECRET_KEY: z.string().trim().min(1).optional(),
  KILN_SECRET_KEY: z.string().trim().min(32, 'must have at least 32 characters').optional(),
  KILN_SAFETY: yesNo.default(true),
  KILN_SAFETY_FILE: z.string().trim().min(1).optional(),
  KILN_MODERATION_URL: webAddress(
    /^https?:\/\/[^?#]+$/,
    'https://api.openai.com/v1/moderations',
  ).optional(),
  KILN_MODERATION_KEY: z.string().trim().min(1).optional(),
  KILN_MODERATION_MODEL: z.string().trim().min(1).default('omni-moderation-latest'),
  KILN_MODERATION_REQUIRED: yesNo.default(false),
  KILN_CHAT_URL: webAddress(/^https?:\/\/[^?#@]+$/, 'https://api.openai.com/v1').optional(),
  KILN_CHAT_KEY: z.string().trim().min(1).optional(),
  KILN_CHAT_MODEL: z.string().trim().min(1).max(200).optional(),
  KILN_CHAT_VISION: yesNo.default(false),
  KILN_TAG_LISTS: z.string().trim().min(1).optional(),
  KILN_PACKS: z.string().trim().min(1).optional(),
  KILN_MODELS: z.string().trim().min(1).optional(),
  KILN_MODEL_HUB: z.url({ protocol: /^https?$/ }).default('https://huggingface.co'),
  KILN_NPM_REGISTRY: webAddress(/^https?:\/\/[^?#@]+$/, 'https://npm.example.com').optional(),
  KILN_LOCAL_THREADS: whole(1, 256).optional(),
  KILN_LOCAL_GPU: z.enum(gpuChoices).default('auto'),
  KILN_ENGINES: z.string().trim().min(1).optional(),
  KILN_WEBHOOK_URL: webAddress(/^https?:\/\/[^?#]+$/, 'https://kiln.example.com').optional(),
  COMFYUI_URL: webAddress(/^https?:\/\/[^?#@]+$/, 'http://127.0.0.1:8188').optional(),
  COMFYUI_WORKFLOWS: z.string().trim().min(1).optional(),
  HORDE_API_KEY: z.string().trim().min(1).max(200).optional(),
  HORDE_API_URL: webAddress(/^https?:\/\/.+/, 'https://aihorde.net/api').default(
    'https://aihorde.net/api',
  ),
  KILN_PROVIDER_KEY_URL: webAddress(
    /^https?:\/\/[^#@]+$/,
    'https://accounts.example.com/api/user_info',
  ).optional(),
  KILN_PROVIDER_TOKEN_URL: webAddress(
    /^https?:\/\/[^#@]+$/,
    'https://accounts.example.com/api/login',
  ).optional(),
  KILN_PROVIDER_LOGIN_URL: webAddress(
    /^https:\/\/\S+$/,
    'https://accounts.example.com/login',
  ).optional(),
  KILN_PROVIDER_NAME: z.string().trim().min(1).max(40).optional(),
  KILN_OIDC_ISSUER: webAddress(/^https?:\/\/[^?#@]+$/, 'https://login.example.com').optional(),
  KILN_OIDC_CLIENT_ID: z.string().trim().min(1).optional(),
  KILN_OIDC_CLIENT_SECRET: z.string().trim().min(1).optional(),
  KILN_OIDC_SCOPE: z
    .string()
    .trim()
    .regex(/(^| )openid( |$)/, 'must have openid among its words')
    .default('openid profile'),
  KILN_OIDC_NAME: z.string().trim().min(1).max(40).optional(),
  KILN_FEEDBACK_URL: webAddress(/^https?:\/\/[^?#@]+$/, 'https://admin.example.com').optional(),
  ...paymentEnvironment,
});

export interface Config {
  port: number;
  host: string;
  dataFolder: string;
  /** Null: the embedded database in the data folder. */
  databaseUrl: string | null;
  staticFolder: string;
  registrationCredits: number;
  registrationsPerHour: number;
  /** Account numbers (the part of the user key before '@'). */
  superUsers: ReadonlySet<string>;
  /** How many proxies in front may be believed about the caller's address. */
  trustedProxies: number;
  /** Names, beside the machine's own and all addresses, by which it may be asked; null: by any name. */
  publicHosts: ReadonlySet<string> | null;
  /** How long browsers that came by https shall come by nothing else; 0: they are not told. */
  hstsSeconds: number;
  /** Days that the original of a work is kept, and of one that a device has said to have; 0 is for ever. */
  retention: { resultDays: number; acknowledgedDays: number };
  /** Days that an upload is kept after it was last of use; 0 is for ever. */
  uploadDays: number;
  /** Whether a fresh gallery begins with works of the built-in workshop. */
  gallerySamples: boolean;
  /** Of a person's uploads and works together; 0 is no limit. */
  storedBytesPerPerson: number;
  /** With less than this free in the data folder nothing new is taken; 0 never looks. */
  freeBytesFloor: number;
  logLevel: string;
  /** Which Prometheus has to show; null: there are no figures to be had. */
  metricsToken: string | null;
  /** Where traces go; null: there are none. */
  tracing: { endpoint: string; service: string } | null;
  /** Null: the engine's own choice, which leaves a core to the platform. */
  builtinThreads: number | null;
  /** A path, or a name on PATH; null: films are encoded without one. */
  ffmpeg: string | null;
  push: {
    /** Whom a push service can complain to. */
    contact: string;
    /** Devices may name push services inside the network, and over plain http. */
    allowPrivate: boolean;
  };
  /** Null: files lie in the data folder. */
  s3: S3Connection | null;
  /** Seals what people entrust to the platform; null: a file in the data folder does. */
  secretKey: string | null;
  safety: SafetyConfig;
  /** A model that helps with words, and with pictures where it can see; null: our own rules do. */
  chat: ChatConfig | null;
  /** Null: nobody's tags are suggested. */
  tagLists: TagListSource | null;
  /** Models that run on this machine, see docs/models.md. */
  packs: {
    /** Of manifests, beside those that Kiln comes with; null: there are none. */
    manifests: string | null;
    /** Models that somebody has put there. */
    models: string;
    /** Address of a hub as Hugging Face's, with a slash at the end. */
    hub: string;
    /** Where their packages come from; null: from where npm fetches packages. */
    registry: string | null;
    /** Null: as many as the machine has. */
    threads: number | null;
    /** Whether models run on a graphics card. */
    gpu: GpuChoice;
  };
  /** Path of a JSON file or JSON itself, see docs/engines.md; checked when the engines are made. */
  engines: string | null;
  /** Where engines reach this process from outside; null: they can't. */
  webhookUrl: string | null;
  /** The account provider whose links lead in; null: there is none. */
  provider: ProviderConfig | null;
  /** By whom people can sign in beside their password; null: by nobody. */
  oidc: OidcConfig | null;
  /** Who takes what people say, beside the database; null: nobody. */
  feedbackUrl: string | null;
  /** Who takes money; null: nothing is sold. */
  payments: PaymentsConfig | null;
  /** `isNamed`: the operator asked for it; else its models are listed once it has answered. */
  horde: { apiKey: string; baseUrl: string; isNamed: boolean } | null;
  /** With a folder of own workflows; more than one ComfyUI goes into `engines`. */
  comfyui: { url: string; workflows?: string } | null;
}

/** What a person has to change before the server can start; the message is written for that person. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

function bucketOf(values: z.infer<typeof environment>): S3Connection | null {
  const { KILN_BUCKET_URL: url, KILN_BUCKET_REGION: region } = values;
  const { KILN_BUCKET_KEY_ID: keyId, KILN_BUCKET_SECRET_KEY: secret } = values;
  if (url === undefined) return null;
  if (keyId === undefined || secret === undefined) {
    throw new ConfigurationError(
      "Kiln can't start with this environment:\n" +
        '  KILN_BUCKET_URL: needs KILN_BUCKET_KEY_ID and KILN_BUCKET_SECRET_KEY, too',
    );
  }
  return { url, region, keyId, secret };
}

/** Where people come, where engines come, and where the platform was told to listen. */
function publicHostsOf(values: z.infer<typeof environment>): ReadonlySet<string> | null {
  const { KILN_PUBLIC_URL: urls, KILN_HOST: host } = values;
  if (urls.includes('*')) return null;
  const { KILN_WEBHOOK_URL: webhooks } = values;
  const all = [...urls, ...(webhooks === undefined ? [] : [webhooks])];
  return new Set([...all.map((url) => new URL(url).hostname), host.toLowerCase()]);
}

/** Where people come, as what is elsewhere has to know it: the first address; null where none was named. */
const publicUrlOf = ({ KILN_PUBLIC_URL: urls }: z.infer<typeof environment>): string | null =>
  urls.find((url) => url !== '*')?.replace(/\/+$/, '') ?? null;

/** A deployment picks one (spec 2, section 1). */
function providerOf(values: z.infer<typeof environment>): ProviderConfig | null {
  const { KILN_PROVIDER_KEY_URL: key, KILN_PROVIDER_TOKEN_URL: token } = values;
  const url = key ?? token;
  const refuse = (words: string): never => {
    throw new ConfigurationError(`Kiln can't start with this environment:\n  ${words}`);
  };
  if (key !== undefined && token !== undefined) {
    return refuse(
      'KILN_PROVIDER_KEY_URL: stands for another provider than KILN_PROVIDER_TOKEN_URL: keep one',
    );
  }
  if (url === undefined) {
    const { KILN_PROVIDER_LOGIN_URL: login } = values;
    return login === undefined
      ? null
      : refuse(
          'KILN_PROVIDER_LOGIN_URL: needs KILN_PROVIDER_KEY_URL or KILN_PROVIDER_TOKEN_URL, too',
        );
  }
  if (!URL.canParse(url)) return refuse('KILN_PROVIDER_KEY_URL: must be an address');
  return {
    kind: key === undefined ? 'token' : 'key',
    url,
    loginUrl: values.KILN_PROVIDER_LOGIN_URL ?? null,
    name: values.KILN_PROVIDER_NAME ?? new URL(url).hostname,
  };
}

function oidcOf(values: z.infer<typeof environment>): OidcConfig | null {
  const { KILN_OIDC_ISSUER: issuer, KILN_OIDC_CLIENT_ID: clientId } = values;
  if (issuer === undefined && clientId === undefined) return null;
  const url = publicUrlOf(values);
  const missing =
    issuer === undefined
      ? 'KILN_OIDC_ISSUER'
      : clientId === undefined
        ? 'KILN_OIDC_CLIENT_ID'
        : 'KILN_PUBLIC_URL';
  if (issuer === undefined || clientId === undefined || url === null) {
    const given = issuer === undefined ? 'KILN_OIDC_CLIENT_ID' : 'KILN_OIDC_ISSUER';
    throw new ConfigurationError(
      `Kiln can't start with this environment:\n  ${given}: needs ${missing}, too`,
    );
  }
  return {
    issuer,
    clientId,
    clientSecret: values.KILN_OIDC_CLIENT_SECRET ?? null,
    scope: values.KILN_OIDC_SCOPE,
    name: values.KILN_OIDC_NAME ?? new URL(issuer).hostname,
    redirectUrl: `${url}/api/account/oidc/callback`,
  };
}

function hstsSecondsOf(values: z.infer<typeof environment>): number {
  const { KILN_HSTS_DAYS: days, KILN_TRUST_PROXY: proxiesInFront } = values;
  if (days > 0 && proxiesInFront === 0) {
    throw new ConfigurationError(
      "Kiln can't start with this environment:\n" +
        '  KILN_HSTS_DAYS: needs KILN_TRUST_PROXY, too: only a proxy can say that a call came by https',
    );
  }
  return days * 86_400;
}

function chatOf(values: z.infer<typeof environment>): ChatConfig | null {
  const { KILN_CHAT_URL: url, KILN_CHAT_MODEL: model } = values;
  if (url === undefined) return null;
  if (model === undefined) {
    throw new ConfigurationError(
      "Kiln can't start with this environment:\n  KILN_CHAT_URL: needs KILN_CHAT_MODEL, too",
    );
  }
  return { url, model, key: values.KILN_CHAT_KEY ?? null, hasVision: values.KILN_CHAT_VISION };
}

/** A host's address, or a folder here. */
function tagListsOf(given: string | undefined): TagListSource | null {
  if (given === undefined) return null;
  if (!/^\w+:\/\//.test(given)) return { folder: path.resolve(given) };
  if (/^https?:\/\/[^?#@]+$/i.test(given) && URL.canParse(given)) {
    return { url: given.replace(/\/+$/, '') };
  }
  throw new ConfigurationError(
    "Kiln can't start with this environment:\n" +
      '  KILN_TAG_LISTS: must be a folder, or an address such as https://static.example.com/tags',
  );
}

function tillsOf(values: z.infer<typeof environment>): PaymentsConfig | null {
  try {
    return paymentsOf(values, publicUrlOf(values));
  } catch (error) {
    if (!(error instanceof PaymentsMisconfigured)) throw error;
    throw new ConfigurationError(`Kiln can't start with this environment:\n  ${error.message}`);
  }
}

/** Where no other engine makes pictures, volunteers' computers do, for whoever agrees to that. */
function hordeOf(values: z.infer<typeof environment>): Config['horde'] {
  const { HORDE_API_KEY: key, COMFYUI_URL: comfyui, KILN_ENGINES: engines } = values;
  const baseUrl = values.HORDE_API_URL.replace(/\/+$/, '');
  if (key?.toLowerCase() === 'off') return null;
  if (key !== undefined) return { apiKey: key, baseUrl, isNamed: true };
  if (comfyui !== undefined || engines !== undefined) return null;
  return { apiKey: anonymousKey, baseUrl, isNamed: false };
}

/**
 * Reads and checks the environment.
 * @throws ConfigurationError naming every variable that is wrong
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  // `PORT= npm start` means the default, as in most shells' scripts.
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      const value = /KEY|URL/.test(name) ? 'its value' : `"${given[name] ?? ''}"`;
      return `  ${name}: ${value} ${issue.message.replace(/^Invalid option: expected/, 'must be')}`;
    });
    throw new ConfigurationError(`Kiln can't start with this environment:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const embedded = values.DATABASE_URL === undefined;
  const dataFolder = values.KILN_DATA
    ? path.resolve(values.KILN_DATA)
    : chooseDataFolder(projectFolder, embedded);
  return {
    port: values.PORT,
    host: values.KILN_HOST,
    dataFolder,
    databaseUrl: values.DATABASE_URL ?? null,
    staticFolder: path.resolve(values.KILN_STATIC ?? path.join(projectFolder, 'dist')),
    registrationCredits: values.KILN_REGISTRATION_CREDITS,
    registrationsPerHour: values.KILN_REGISTRATIONS_PER_HOUR,
    superUsers: new Set(values.KILN_SUPER_USERS),
    trustedProxies: values.KILN_TRUST_PROXY,
    publicHosts: publicHostsOf(values),
    hstsSeconds: hstsSecondsOf(values),
    retention: {
      resultDays: values.KILN_RESULT_RETENTION_DAYS,
      acknowledgedDays:
        values.KILN_ACKNOWLEDGED_RETENTION_DAYS ?? values.KILN_RESULT_RETENTION_DAYS,
    },
    uploadDays: values.KILN_UPLOAD_RETENTION_DAYS,
    gallerySamples: values.KILN_GALLERY_SAMPLES,
    storedBytesPerPerson: values.KILN_STORED_BYTES_PER_PERSON,
    freeBytesFloor: values.KILN_FREE_BYTES_FLOOR,
    logLevel: values.KILN_LOG_LEVEL,
    metricsToken: values.KILN_METRICS_TOKEN ?? null,
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
            service: values.OTEL_SERVICE_NAME,
          },
    builtinThreads: values.KILN_BUILTIN_THREADS ?? null,
    ffmpeg: values.KILN_FFMPEG.toLowerCase() === 'off' ? null : values.KILN_FFMPEG,
    push: { contact: values.KILN_PUSH_CONTACT, allowPrivate: values.KILN_PUSH_PRIVATE },
    s3: bucketOf(values),
    secretKey: values.KILN_SECRET_KEY ?? null,
    safety: {
      isOn: values.KILN_SAFETY,
      file: values.KILN_SAFETY_FILE ? path.resolve(values.KILN_SAFETY_FILE) : null,
      moderation:
        values.KILN_MODERATION_URL === undefined
          ? null
          : {
              url: values.KILN_MODERATION_URL,
              key: values.KILN_MODERATION_KEY ?? null,
              model: values.KILN_MODERATION_MODEL,
              isRequired: values.KILN_MODERATION_REQUIRED,
            },
    },
    chat: chatOf(values),
    tagLists: tagListsOf(values.KILN_TAG_LISTS),
    packs: {
      manifests: values.KILN_PACKS ?? null,
      models: path.resolve(values.KILN_MODELS ?? path.join(dataFolder, 'models')),
      hub: `${values.KILN_MODEL_HUB.replace(/\/+$/, '')}/`,
      registry: values.KILN_NPM_REGISTRY ?? null,
      threads: values.KILN_LOCAL_THREADS ?? null,
      gpu: values.KILN_LOCAL_GPU,
    },
    engines: values.KILN_ENGINES ?? null,
    webhookUrl: values.KILN_WEBHOOK_URL?.replace(/\/+$/, '') ?? null,
    provider: providerOf(values),
    oidc: oidcOf(values),
    feedbackUrl: values.KILN_FEEDBACK_URL?.replace(/\/+$/, '') ?? null,
    payments: tillsOf(values),
    horde: hordeOf(values),
    comfyui: values.COMFYUI_URL
      ? {
          url: values.COMFYUI_URL.replace(/\/+$/, ''),
          ...(values.COMFYUI_WORKFLOWS && { workflows: path.resolve(values.COMFYUI_WORKFLOWS) }),
        }
      : null,
  };
}

/** True when the app was built: without it only the platform's own paths answer. */
export function hasApp(config: Config): boolean {
  return existsSync(path.join(config.staticFolder, 'index.html'));
}
