import { listModels, listModelSchemas } from '../api/contract/models.ts';
import type { LocalPlatform } from '../api/local.ts';
import { getSetting } from '../db/settings.ts';
import {
  deviceOffers,
  deviceSeconds,
  isReadyHere,
  type DeviceModel,
  type DeviceOffer,
} from '../diffusion/device-model.ts';
import {
  diffusionSchema,
  diffusionTraits,
  picturePaceWords,
  type DiffusionForm,
} from '../diffusion/forms.ts';
import type { DiffusionRun } from '../diffusion/run.ts';
import { megapixelPaceWords, tileSchema, tileTraits } from '../diffusion/tile-forms.ts';
import { KilnError } from '../domain/errors.ts';
import type { Language, LocalizedText } from '../domain/languages.ts';
import type { ModelItem, ModelSchema } from '../domain/model.ts';
import { describeModel } from '../domain/schema-fields.ts';

/** Models on this device as a place that lists them, like the platform's. Requests to them never come here. */

const here = { cn: '在这台设备上', en: 'On this device' };

/** No larger than its own size: what a device has to spare is not known. */
const formOf = (run: DiffusionRun): DiffusionForm => ({
  run,
  // Without any to spare.
  neededBytes: 0,
  availableBytes: 0,
  prefersFast: true,
});

interface Offered extends DeviceOffer {
  model: DeviceModel;
}

function paceWords(model: DeviceModel): LocalizedText | null {
  const seconds = deviceSeconds(model);
  if (seconds === null) return null;
  return model.work.task === 'diffusion'
    ? picturePaceWords(seconds, here)
    : megapixelPaceWords(seconds, here);
}

function itemOf({ model, name, mode }: Offered): Omit<ModelItem, 'value'> {
  const { name: label, about, work } = model;
  const words = paceWords(model);
  const traits =
    work.task === 'diffusion'
      ? diffusionTraits(formOf(work.run), mode ?? 'text-to-image')
      : tileTraits(work);
  return {
    ...describeModel({
      model: name,
      name,
      label_cn: label.cn,
      label_en: label.en,
      mark: '本机',
      mark_en: 'On this device',
      cost: 0,
      ...traits,
      description: {
        text: `${about.cn}${words?.cn ?? ''}`,
        text_en: [about.en, words?.en ?? ''].join(' ').trim(),
      },
    }),
    label: label.en,
    dstyle: '',
    engine: 'device',
    available: true,
    unavailable_reason: null,
  };
}

const schemaOf = ({ model: { work }, mode }: Offered, language: Language): ModelSchema =>
  work.task === 'diffusion'
    ? diffusionSchema(formOf(work.run), mode ?? 'text-to-image', language)
    : tileSchema(work, language);

async function offered(): Promise<Offered[]> {
  const models = (await getSetting('deviceModels')).filter(isReadyHere);
  return models.flatMap((model) => deviceOffers(model).map((offer) => ({ model, ...offer })));
}

/** The model of this device that a request names, and what it is to do; null where it is not here. */
export async function findDeviceModel(name: string): Promise<Offered | null> {
  return (await offered()).find((one) => one.name === name) ?? null;
}

/** Answers to what is asked of every place: which models there are, and their forms. */
export const devicePlatform: LocalPlatform = {
  async answer(id, { query }) {
    const all = await offered();
    if (id === listModels.id) {
      return all.map((one, value) => ({ ...itemOf(one), value }));
    }
    if (id === listModelSchemas.id) {
      const { lang } = listModelSchemas.query.parse(query);
      return Object.fromEntries(all.map((one) => [one.name, schemaOf(one, lang)]));
    }
    throw new KilnError('not-found', { retryable: false, detail: id });
  },
  file: () => Promise.reject(new KilnError('result-gone', { retryable: false })),
  estimateKudos: () => Promise.resolve(null),
  ownKudos: () => Promise.resolve(null),
};
