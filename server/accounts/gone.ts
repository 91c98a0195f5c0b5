/**
 * Whether a row could not be written because the account that it is of was deleted, or joined into another, while
 * the call was under way: whoever made it is nobody any more.
 */
export function isAccountGone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    // PostgreSQL: foreign_key_violation.
    if (code === '23503' && typeof constraint === 'string')
      return constraint.endsWith('_users_id_fk');
  }
  return false;
}
