export { defaultTime, fixedClock, seededRandom, type TestClock } from './clock.ts'
export { openTestDatabase, testServices } from './database.ts'
export {
  cloneDatabase,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
  type TestServices,
} from './cluster.ts'
