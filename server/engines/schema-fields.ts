/** Shared with community mode, which has no server (docs/adr): engines take them from here. */
export * from '../../src/domain/schema-fields.ts';
