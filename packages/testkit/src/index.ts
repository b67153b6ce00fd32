export { defaultTime, fixedClock, seededRandom, type TestClock } from './clock.ts'
export { openPreparedDatabase, openTestDatabase, testServices } from './database.ts'
export {
  cloneDatabase,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
  type TestServices,
} from './cluster.ts'
