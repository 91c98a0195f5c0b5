/** What belongs to a person, by the tables that name people: one list for what is taken along, joined and left behind. */
export interface Belonging {
  table: string;
  /** Which of its columns names the person. */
  column: string;
  /** Columns that a person does not take along: they open something, or are nothing without the platform. */
  without?: readonly string[];
  /**
   * What becomes of its rows when two accounts are joined: they become the other's; or those become it whose place
   * (the columns) is free; or they go with the account, because what they say is over; or SQL of their own does it.
   */
  joined: 'moved' | { whereFree: readonly string[] } | 'dropped' | 'by hand';
  /** Not taken along, because it is somebody else's word or says nothing about the person. */
  stays?: true;
}

/** Every foreign key to `users`; a test holds it complete. */
export const belongings: readonly Belonging[] = [
  { table: 'account_looks', column: 'user_id', joined: 'moved', stays: true },
  { table: 'identities', column: 'user_id', joined: 'by hand' },
  { table: 'joined_accounts', column: 'user_id', joined: 'moved' },
  { table: 'sessions', column: 'user_id', joined: 'dropped', without: ['token_hash'] },
  { table: 'passkey_challenges', column: 'user_id', joined: 'dropped', stays: true },
  { table: 'door_attempts', column: 'user_id', joined: 'dropped', stays: true },
  { table: 'export_tickets', column: 'user_id', joined: 'dropped', stays: true },
  { table: 'credit_accounts', column: 'user_id', joined: 'by hand' },
  { table: 'credit_lots', column: 'user_id', joined: 'moved' },
  { table: 'ledger', column: 'user_id', joined: 'by hand' },
  { table: 'daily_claims', column: 'user_id', joined: { whereFree: ['day'] } },
  { table: 'limited_claims', column: 'user_id', joined: { whereFree: ['claim_id'] } },
  { table: 'orders', column: 'user_id', joined: { whereFree: ['key'] } },
  { table: 'files', column: 'user_id', joined: 'moved' },
  { table: 'uploads', column: 'user_id', joined: { whereFree: ['sha256'] } },
  { table: 'partial_uploads', column: 'user_id', joined: { whereFree: ['sha256'] }, stays: true },
  { table: 'jobs', column: 'user_id', joined: { whereFree: ['idempotency_key'] } },
  { table: 'queue_turns', column: 'user_id', joined: 'dropped', stays: true },
  { table: 'text_jobs', column: 'user_id', joined: 'dropped' },
  { table: 'works', column: 'user_id', joined: 'moved' },
  { table: 'change_heads', column: 'user_id', joined: 'dropped', stays: true },
  { table: 'work_tombstones', column: 'user_id', joined: 'dropped', stays: true },
  { table: 'albums', column: 'user_id', joined: 'by hand' },
  { table: 'memberships', column: 'user_id', joined: 'by hand' },
  { table: 'album_heads', column: 'user_id', joined: 'by hand', stays: true },
  { table: 'work_links', column: 'user_id', joined: 'moved' },
  { table: 'gallery_works', column: 'user_id', joined: 'moved', without: ['search', 'decided_by'] },
  { table: 'gallery_works', column: 'decided_by', joined: 'moved', stays: true },
  { table: 'gallery_reports', column: 'user_id', joined: { whereFree: ['work_id'] } },
  { table: 'apps', column: 'user_id', joined: 'moved', without: ['search', 'cover'] },
  // Sealed for one account alone: it does not open for another.
  { table: 'engine_keys', column: 'user_id', joined: 'dropped', without: ['sealed'] },
  {
    table: 'push_subscriptions',
    column: 'user_id',
    joined: 'dropped',
    without: ['session_hash', 'p256dh', 'auth', 'endpoint'],
  },
  { table: 'network_keys', column: 'user_id', joined: 'moved', without: ['key_hash'] },
  { table: 'network_workers', column: 'user_id', joined: 'moved', without: ['name_key'] },
  { table: 'network_parts', column: 'user_id', joined: 'moved', stays: true },
  { table: 'network_turns', column: 'user_id', joined: 'dropped', stays: true },
  { table: 'network_rewards', column: 'user_id', joined: 'moved' },
  { table: 'settings_versions', column: 'user_id', joined: 'moved', stays: true },
  { table: 'feedback', column: 'user_id', joined: 'moved' },
];

/** What a person is, beside what is theirs. */
export const person = { table: 'users', column: 'id' } as const;
