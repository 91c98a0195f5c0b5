import { testProvider } from './fixtures/provider-journey.ts';

testProvider('token');
