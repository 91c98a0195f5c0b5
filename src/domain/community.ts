/** Who owns what is made on a device without a platform: the device itself. */
export const communityOwner = 'community';

/** The database in which such a device remembers what a platform would. */
export const communityDatabaseName = 'kiln-community';

/** Who owns what is written while nobody is signed in. */
export const guestOwner = 'guest';
