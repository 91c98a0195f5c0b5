/**
 * Asks in one what many ask at the same time: what comes while earlier rounds are under way goes into the next
 * one, so that nobody waits for company.
 * @param work answers of a round, in the order of its items; its rejection is everybody's
 */
export function batchCalls<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { atOnce, most }: { atOnce: number; most: number },
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; answered: PromiseWithResolvers<Result> }[] = [];
  let underWay = 0;
  let isPlanned = false;

  async function round(): Promise<void> {
    const now = waiting.slice(0, most);
    waiting = waiting.slice(most);
    underWay += 1;
    plan();
    try {
      const results = await work(now.map(({ item }) => item));
      for (const [index, { answered }] of now.entries()) answered.resolve(results[index] as Result);
    } catch (error) {
      for (const { answered } of now) answered.reject(error);
    }
    underWay -= 1;
    plan();
  }

  function plan(): void {
    if (isPlanned || underWay >= atOnce || waiting.length === 0) return;
    isPlanned = true;
    // What else came in with the same turn of the event loop.
    setImmediate(() => {
      isPlanned = false;
      if (underWay < atOnce && waiting.length > 0) void round();
    });
  }

  return (item) => {
    const answered = Promise.withResolvers<Result>();
    waiting.push({ item, answered });
    plan();
    return answered.promise;
  };
}
