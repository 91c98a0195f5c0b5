import type { DeploymentSettings } from '../../src/api/contract/settings.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { Language } from '../../src/domain/languages.ts';
import type { ModelItem } from '../../src/domain/model.ts';
import { privilegeFor } from '../../src/domain/privileges.ts';
import type { Roles } from '../http/caller.ts';
import type { EngineModel } from '../engines/contract/engine.ts';
import { forbidden, invalidInput } from '../http/problem.ts';
import type { Catalogue } from './catalogue.ts';

/** Nobody is somebody who is not signed in. */
type Person = Parameters<Roles['mayUse']>[0];

/** What of the catalogue this deployment offers, and to whom; always as it is set at the moment of asking. */
export interface Offer {
  /** The models with the tools that this person may use; a model without any is left out. */
  list(person: Person, language: Language): ModelItem[];
  /** @throws Problem 400 for a tool that is hidden, 403 for one that is kept for others */
  assertOffered(person: NonNullable<Person>, model: EngineModel, type: GeneratorType): void;
}

export function createOffer(
  catalogue: Catalogue,
  hiddenTools: () => DeploymentSettings['hidden_tools'],
  roles: Roles,
): Offer {
  const isHidden = (type: GeneratorType) => hiddenTools().includes(type);
  const mayUse = (person: Person, model: { gen_type: string }, type: GeneratorType) => {
    const privilege = privilegeFor(type, model);
    return privilege === null || roles.mayUse(person, privilege);
  };
  return {
    list: (person, language) =>
      catalogue.list(language).flatMap((model) => {
        const types = model.type.split(',') as GeneratorType[];
        const left = types.filter((type) => !isHidden(type) && mayUse(person, model, type));
        return left.length === 0 ? [] : [{ ...model, type: left.join(',') }];
      }),
    assertOffered(person, model, type) {
      if (isHidden(type)) {
        throw invalidInput({ field: 'job_type', reason: 'tool-not-offered' });
      }
      if (!mayUse(person, model, type)) throw forbidden();
    },
  };
}
