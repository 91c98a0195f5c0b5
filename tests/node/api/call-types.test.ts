import { describe, expectTypeOf, test } from 'vitest';
import type { Handler } from '../../../server/http/mount.ts';
import { call } from '../../../src/api/client.ts';
import type { CallOptions } from '../../../src/api/client.ts';
import { getCreditBalance, login } from '../../../src/api/contract/account.ts';
import { playgroundGenerate } from '../../../src/api/contract/generate.ts';
import { checkGeneration } from '../../../src/api/contract/check.ts';
import { listModelSchemas, listModels } from '../../../src/api/contract/models.ts';
import { upload } from '../../../src/api/contract/uploads.ts';
import type { Language } from '../../../src/domain/languages.ts';

const session = { userKey: '1@kiln', userToken: 'secret' };
const body = { model: 'm', job_type: 'Text2Img', input: { prompt: 'a kiln' } } as const;

/** Compiled only: whoever calls it would ask a platform that is not there. */
function wrongCalls(): readonly Promise<unknown>[] {
  return [
    // @ts-expect-error -- a misspelt field of the body
    call(playgroundGenerate, { session, idempotencyKey: 'k', body: { prmpt: 1 } }),
    // @ts-expect-error -- a value of another type
    call(playgroundGenerate, { session, idempotencyKey: 'k', body: { ...body, model: 7 } }),
    // @ts-expect-error -- a kind of wish that there is not
    call(playgroundGenerate, { session, idempotencyKey: 'k', body: { ...body, job_type: 'Tea' } }),
    // @ts-expect-error -- a submission without its key could be made twice
    call(playgroundGenerate, { session, body }),
    // @ts-expect-error -- nobody is logged in
    call(getCreditBalance, {}),
    // @ts-expect-error -- the path needs its parameter
    call(checkGeneration, { session }),
    // @ts-expect-error -- a parameter of another name
    call(checkGeneration, { session, params: { job: '1' } }),
    // @ts-expect-error -- a language that there is not
    call(listModelSchemas, { query: { lang: 'xx' } }),
    // @ts-expect-error -- a call without a query
    call(listModels, { query: { lang: 'cn' } }),
    // @ts-expect-error -- a call without a body
    call(listModels, { body: {} }),
    // @ts-expect-error -- a form that is not sent
    call(upload, { session }),
  ];
}

describe('a call of the device', () => {
  test('takes what its endpoint’s schemas take, and nothing else', () => {
    expectTypeOf(wrongCalls).toBeFunction();
    expectTypeOf<CallOptions<typeof playgroundGenerate>['body']>().toExtend<{
      model: string;
      disabled_translate?: boolean | undefined;
    }>();
    expectTypeOf<CallOptions<typeof login>['body']>().toEqualTypeOf<{
      account: string;
      password: string;
    }>();
    expectTypeOf<CallOptions<typeof checkGeneration>['params']>().toEqualTypeOf<{ id: string }>();
    expectTypeOf(call<typeof listModels>).toBeCallableWith(listModels);
  });

  test('gives what its endpoint’s schema answers', () => {
    expectTypeOf(call<typeof getCreditBalance>).returns.resolves.toHaveProperty('data');
    expectTypeOf<
      Awaited<ReturnType<typeof call<typeof getCreditBalance>>>['data']
    >().toEqualTypeOf<{
      balance: number;
      reserved: number;
    }>();
  });
});

describe('a handler of the platform', () => {
  test('reads what the schemas read, defaults filled in', () => {
    type Read = Parameters<Handler<typeof playgroundGenerate>>[0];
    expectTypeOf<Read['body']['disabled_translate']>().toEqualTypeOf<boolean>();
    expectTypeOf<Read['query']>().toEqualTypeOf<undefined>();
    expectTypeOf<Parameters<Handler<typeof listModelSchemas>>[0]['query']>().toEqualTypeOf<{
      lang: Language;
      apps?: string | undefined;
    }>();
    expectTypeOf<Parameters<Handler<typeof listModels>>[0]['user']>().toEqualTypeOf<null>();
  });

  test('has to answer in the endpoint’s shape', () => {
    const wrong: Handler<typeof getCreditBalance> = () => ({
      status: true,
      // @ts-expect-error -- a balance is a number
      data: { balance: 'much', reserved: 0 },
    });
    expectTypeOf(wrong).toBeFunction();
  });
});
