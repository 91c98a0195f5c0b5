/** Who owns what is made on a device without a platform: the device itself. */
export const communityOwner = 'community';
