import * as z from 'zod/mini';
import {
  brandLogoMaxCharacters,
  brandNameMaxCharacters,
  brandSocialMax,
  brandTextMaxCharacters,
  isBrandAddress,
} from '../../domain/brand.ts';
import { generatorTypes } from '../../domain/generator-types.ts';
import {
  claimIdPattern,
  isTimeZone,
  limitedClaimDefaults,
  timeZoneDefault,
} from '../../domain/credits.ts';
import { brandCodes, planMonths, planNames } from '../../domain/payments.ts';
import { dailyCreditsGeneral, dailyCreditsVip } from '../../domain/limits.ts';
import { visitMaxCharacters, visitPath } from '../../domain/link-facts.ts';
import { isPlainSvg } from '../../domain/plain-svg.ts';
import { heldBack, privileges } from '../../domain/privileges.ts';
import { workerLeaseSeconds } from '../../domain/worker-network.ts';
import { defineEndpoint, statusEnvelope, wholeNumber } from './endpoint.ts';

/** Account numbers, the part of the user key before '@'; null is everybody who is signed in. */
const people = z.nullable(
  z.array(z.string().check(z.regex(/^\d{1,15}$/))).check(z.maxLength(10_000)),
);

const dimensions = z
  .string()
  .check(z.regex(/^[1-9]\d{1,4}x[1-9]\d{1,4}$/, 'must be a size such as 1024x768'));
const logo = z.string().check(
  z.maxLength(brandLogoMaxCharacters),
  z.refine((text) => text === '' || isPlainSvg(text), 'must be an SVG that only draws'),
);
const address = z
  .string()
  .check(
    z.refine(
      (text) => text === '' || isBrandAddress(text),
      'must be an address by https, or a path on this host',
    ),
  );
const brandText = z.string().check(z.maxLength(brandTextMaxCharacters));
const credits = z.int().check(z.minimum(0), z.maximum(1_000_000));
const percent = z.int().check(z.minimum(0), z.maximum(1_000));

const planOffer = z.strictObject({
  credits: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  /** Hundredths of a yuan; what WeChat Pay and Alipay take at most by default is more. */
  fen: z.int().check(z.minimum(1), z.maximum(10_000_000)),
});
/** Spec 2, section 3: a plan by its months; what is absent is not sold. */
const plan = (offers: Record<string, z.infer<typeof planOffer>>, givesVip: boolean) =>
  z.prefault(
    z.strictObject({
      gives_vip: z._default(z.boolean(), givesVip),
      offers: z._default(
        z.partialRecord(z.enum(planMonths.map(String) as [string, ...string[]]), planOffer),
        offers,
      ),
    }),
    {},
  );
const planDefaults = {
  basic: plan(
    {
      1: { credits: 300, fen: 1_900 },
      3: { credits: 1_000, fen: 5_400 },
      6: { credits: 2_200, fen: 9_900 },
      12: { credits: 4_800, fen: 18_800 },
    },
    false,
  ),
  standard: plan(
    {
      1: { credits: 900, fen: 4_900 },
      3: { credits: 3_000, fen: 13_900 },
      6: { credits: 6_600, fen: 25_900 },
      12: { credits: 14_400, fen: 48_800 },
    },
    true,
  ),
  premium: plan(
    {
      1: { credits: 2_000, fen: 9_900 },
      3: { credits: 6_600, fen: 27_900 },
      6: { credits: 14_500, fen: 52_900 },
      12: { credits: 32_000, fen: 98_800 },
    },
    true,
  ),
} satisfies Record<(typeof planNames)[number], unknown>;

const newsItem = z.strictObject({
  date_published: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  title: z.string().check(z.minLength(1), z.maxLength(200)),
  newspiece: z.string().check(z.minLength(1), z.maxLength(10_000)),
  importance: z._default(z.string().check(z.maxLength(50)), 'Information'),
  tags: z._default(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(20)), []),
  more_info_urls: z._default(z.array(z.url()).check(z.maxLength(10)), []),
});

/**
 * What an operator decides while the platform runs; secrets and what a start needs are the environment's. A setting
 * is one entry here: its form, its bounds and its default.
 */
export const deploymentSettings = z.strictObject({
  /** Tools that nobody is offered and no request may name. */
  hidden_tools: z._default(
    z.array(z.enum(generatorTypes)).check(z.maxLength(generatorTypes.length)),
    [],
  ),
  /** Who may what; super users always may. */
  privileged: z.prefault(
    z.strictObject(
      Object.fromEntries(
        privileges.map((name) => [name, z._default(people, heldBack.has(name) ? [] : null)]),
      ) as Record<(typeof privileges)[number], z.ZodMiniDefault<typeof people>>,
    ),
    {},
  ),
  /** Sizes offered instead of a model's own, by its id; the first is the default. */
  allow_dimensions: z._default(
    z.record(
      z.string().check(z.minLength(1), z.maxLength(300)),
      z.array(dimensions).check(z.minLength(1), z.maxLength(50)),
    ),
    {},
  ),
  /** Where a day of daily credits begins and ends: a name of the IANA time zone database. */
  time_zone: z._default(z.string().check(z.maxLength(100), z.refine(isTimeZone)), timeZoneDefault),
  /** Spec 2, section 9: what a day's claim gives; it ends with the day. */
  daily_credits: z.prefault(
    z.strictObject({
      general_users: z._default(credits, dailyCreditsGeneral),
      vip_users: z._default(credits, dailyCreditsVip),
    }),
    {},
  ),
  /** Spec 2, section 9: what links with a `pointId` give, by that id, once per person. With no days it ends with the day. */
  limited_claims: z._default(
    z.record(
      z.string().check(z.regex(claimIdPattern)),
      z.strictObject({
        credits: z.int().check(z.minimum(1), z.maximum(1_000_000)),
        days: z._default(z.int().check(z.minimum(0), z.maximum(3_660)), 0),
      }),
    ),
    limitedClaimDefaults,
  ),
  /** Spec 2, section 3: what is sold, where the environment opens a till. */
  plans: z.prefault(z.strictObject(planDefaults), {}),
  /** Credits on top of a plan, in hundredths of it. */
  purchase_bonus: z.prefault(
    z.strictObject({
      first_percent: z._default(percent, 20),
      limited_percent: z._default(percent, 0),
      /** Until when the limited one is everybody's, ISO 8601; empty is never. */
      until: z._default(
        z
          .string()
          .check(
            z.refine(
              (text) =>
                text === '' || (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text))),
              'must be a date such as 2027-01-31',
            ),
          ),
        '',
      ),
    }),
    {},
  ),
  /** Workers that take jobs from this platform's queue (docs/workers.md). */
  network: z.prefault(
    z.strictObject({
      /** Least seconds that a worker may take for a picture before somebody else gets it. */
      lease_seconds: z._default(
        z.int().check(z.minimum(workerLeaseSeconds.min), z.maximum(workerLeaseSeconds.max)),
        workerLeaseSeconds.default,
      ),
      /** Models that workers may offer; none named is whatever they have. */
      models: z._default(
        z.array(z.string().check(z.minLength(1), z.maxLength(190))).check(z.maxLength(1_000)),
        [],
      ),
      /** What whoever runs this has to tell; markdown, the newest first. */
      news: z._default(z.array(newsItem).check(z.maxLength(100)), []),
    }),
    {},
  ),
  /** Spec 2, section 2: `y` pays at `/ypay` and sees Alipay first, `w` at `/wpay` and sees WeChat Pay first. */
  brand_code: z._default(z.enum(brandCodes), 'y'),
  /** Whether somebody looks at each work before the gallery shows it. */
  gallery_review: z._default(z.boolean(), false),
  /** Spec 2, section 2: a right click on a picture opens no menu; Kiln's own Download stays. */
  blocks_right_click: z._default(z.boolean(), false),
  /** Whether people are asked once what they do (spec 2, section 4). */
  identity_survey: z._default(z.boolean(), false),
  /** Whether apps tell which pages are looked at; each is a line of the log, without whose it is. */
  counts_visits: z._default(z.boolean(), false),
  /**
   * Whether results that a model of the task `judge` takes for pornographic are withheld (issue L, point 5). Without
   * an installed one nobody looks.
   */
  judges_pictures: z._default(z.boolean(), false),
  /** What the deployment calls itself, its footer, and where people reach whoever runs it. */
  brand: z.prefault(
    z.strictObject({
      name: z._default(z.string().check(z.maxLength(brandNameMaxCharacters)), ''),
      /** An SVG that only draws. */
      logo: z._default(logo, ''),
      terms: z._default(address, ''),
      privacy: z._default(address, ''),
      filing: z.prefault(
        z.strictObject({ text: z._default(brandText, ''), url: z._default(address, '') }),
        {},
      ),
      social: z._default(
        z
          .array(
            z.strictObject({
              name: z.string().check(z.minLength(1), z.maxLength(brandNameMaxCharacters)),
              url: address,
            }),
          )
          .check(z.maxLength(brandSocialMax)),
        [],
      ),
      /** `code` is what the QR code of the dialog holds, such as a contact's address. */
      business: z.prefault(
        z.strictObject({ text: z._default(brandText, ''), code: z._default(brandText, '') }),
        {},
      ),
      /** Where one asks for what `privileged` keeps for some. */
      access_form: z._default(address, ''),
    }),
    {},
  ),
  /** What `watermark=1` puts into the lower right corner of a picture; with both, the logo stands before the text. */
  watermark: z.prefault(
    z.strictObject({
      text: z._default(z.string().check(z.maxLength(60)), ''),
      /** An SVG that only draws, white on nothing for most pictures. */
      logo: z._default(logo, ''),
    }),
    {},
  ),
});
export type DeploymentSettings = z.infer<typeof deploymentSettings>;

const versioned = z.object({
  /** Rises with every change; 0 while nobody has changed anything. */
  version: z.int().check(z.minimum(0)),
  settings: deploymentSettings,
});

export const getSettings = defineEndpoint({
  id: 'getSettings',
  method: 'get',
  path: '/api/manage/settings',
  summary: 'What is set on this deployment, and what would hold without',
  auth: 'super-user',
  ok: {
    status: 200,
    schema: statusEnvelope(z.extend(versioned, { defaults: deploymentSettings })),
  },
  errors: [403],
});

/** Every state that the settings ever had, the newest first. */
export const listSettingsVersions = defineEndpoint({
  id: 'listSettingsVersions',
  method: 'get',
  path: '/api/manage/settings/versions',
  summary: 'Versions of the settings, and who made them',
  auth: 'super-user',
  query: z.object({
    page: z._default(wholeNumber(1, 100_000), 1),
    per_page: z._default(wholeNumber(1, 100), 20),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        total: z.int(),
        data: z.array(
          z.object({
            version: z.int(),
            /** Null when that account is gone. */
            uid: z.nullable(z.string()),
            created_at: z.string(),
          }),
        ),
      }),
    ),
  },
  errors: [403],
});

export const getSettingsVersion = defineEndpoint({
  id: 'getSettingsVersion',
  method: 'get',
  path: '/api/manage/settings/versions/{version}',
  summary: 'The settings as they were in a version; 0 is the defaults',
  auth: 'super-user',
  params: z.object({ version: wholeNumber(0, 1_000_000) }),
  ok: { status: 200, schema: statusEnvelope(versioned) },
  errors: [403, 404],
});

/** The whole is sent; what is left out is set to its default. */
export const putSettings = defineEndpoint({
  id: 'putSettings',
  method: 'put',
  path: '/api/manage/settings',
  summary: 'Change what is set on this deployment, in all its processes',
  auth: 'super-user',
  body: z.object({
    /** The version that was changed; 409 when somebody else was faster. */
    version: z.int().check(z.minimum(0)),
    settings: deploymentSettings,
  }),
  ok: { status: 200, schema: statusEnvelope(versioned) },
  errors: [403],
});

/** Spec 2, section 2: what each navigation is reported to; where nobody counts it is passed over. */
export const reportVisit = defineEndpoint({
  id: 'reportVisit',
  method: 'post',
  path: visitPath,
  summary: 'A page was looked at',
  auth: 'none',
  body: z.object({
    path: z.string().check(z.maxLength(visitMaxCharacters), z.regex(/^\/(?![/\\])\S*$/)),
  }),
  ok: { status: 200, schema: z.object({ data: z.object({ counted: z.boolean() }) }) },
});
