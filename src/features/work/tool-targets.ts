import type { GeneratorType } from '../../domain/generator-types.ts';
import { generatorTypes, isGeneratorType } from '../../domain/generator-types.ts';
import type { ModelItem } from '../../domain/model.ts';
import { acceptedTypes } from '../../domain/source-limits.ts';

/** Types that are no tool for a single picture, even if a model lists them. */
const notForOnePicture: ReadonlySet<GeneratorType> = new Set<GeneratorType>(['Train', 'Apps']);

/** Tools of which at least one model takes a file of this type, in the specification's order. */
export function toolTargets(models: readonly ModelItem[], mediaType: string): GeneratorType[] {
  const found = new Set<GeneratorType>();
  for (const model of models) {
    if (model.upload === null) continue;
    // An empty list is "any picture"; entries may be media types, or wildcards.
    const accepts =
      model.accept_types.length === 0
        ? mediaType.startsWith('image/')
        : acceptedTypes(model.accept_types).includes(mediaType);
    if (!accepts) continue;
    for (const type of model.type.split(',')) {
      if (isGeneratorType(type) && !notForOnePicture.has(type)) found.add(type);
    }
  }
  return generatorTypes.filter((type) => found.has(type));
}
