/** Where engines take them from; they live with the domain, since community mode has no server (docs/adr/0023). */
export {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclaration,
  type FieldDeclarations,
} from '../../src/domain/schema-fields.ts';
