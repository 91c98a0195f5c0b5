import { answerLocally } from '../src/api/local.ts';
import { findCommunityPlatform } from '../src/community/platform.ts';
import './sw.ts';

/*
 * The service worker of a device that asks the AI Horde by itself. One without it loads sw.ts alone: a service worker
 * cannot use import(), so what it may need is in it from the start.
 */
answerLocally('horde', findCommunityPlatform);
