/** A part of the app that few people open is not on this device, and could not be fetched. */
export class PartMissingError extends Error {
  constructor() {
    super('A part of the app is not on this device');
    this.name = 'PartMissingError';
  }
}
