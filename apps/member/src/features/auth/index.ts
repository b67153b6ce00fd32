export { dropBlockedSignIn, useBlockedSignIn } from './blocked-sign-in.ts'
export { missingProtections } from './security/missing-protections.ts'
export { readDeviceKey } from './security/device-key.ts'
