/** Transactions of this thread that have not ended, of those that begin from now on. */
export function followTransactions(): ReadonlySet<IDBTransaction> {
  const open = new Set<IDBTransaction>();
  const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!
    .value as IDBDatabase['transaction'];
  IDBDatabase.prototype.transaction = function (...how) {
    const transaction = begin.apply(this, how);
    open.add(transaction);
    const forget = () => open.delete(transaction);
    transaction.addEventListener('complete', forget);
    transaction.addEventListener('abort', forget);
    return transaction;
  };
  return open;
}
