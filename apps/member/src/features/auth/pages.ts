import type { FeaturePages } from '../../feature-pages.ts'
import { securityTexts } from './security/texts/index.ts'
import { authTexts } from './texts/index.ts'

export const authPages: FeaturePages = {
  routes: [
    {
      path: '/login/start',
      title: 'start',
      access: 'guest',
      texts: [authTexts],
      load: () => import('./StartScreen.tsx').then((file) => file.StartScreen),
    },
    {
      path: '/login/login',
      title: 'login',
      access: 'guest',
      texts: [authTexts],
      load: () => import('./LoginScreen.tsx').then((file) => file.LoginScreen),
    },
    {
      path: '/login/reLogin',
      title: 'reLogin',
      access: 'guest',
      texts: [authTexts],
      load: () => import('./ReLoginScreen.tsx').then((file) => file.ReLoginScreen),
    },
    {
      path: '/login/logon',
      title: 'logon',
      // A signed-in member who wants to change a forgotten password comes here too.
      access: 'anyone',
      texts: [authTexts],
      load: () => import('./LogonScreen.tsx').then((file) => file.LogonScreen),
    },
    {
      path: '/login/logon2',
      title: 'secondFactor',
      access: 'guest',
      texts: [authTexts],
      load: () => import('./SecondFactorScreen.tsx').then((file) => file.SecondFactorScreen),
    },
    {
      path: '/login/register',
      title: 'register',
      access: 'guest',
      texts: [authTexts],
      load: () => import('./RegisterScreen.tsx').then((file) => file.RegisterScreen),
    },
    {
      path: '/user/loginPassword',
      title: 'loginPassword',
      access: 'member',
      texts: [securityTexts],
      load: () => import('./security/LoginPasswordScreen.tsx').then((file) => file.LoginPasswordScreen),
    },
    {
      path: '/user/setPassword',
      title: 'fundPassword',
      access: 'member',
      texts: [securityTexts],
      load: () => import('./security/FundPasswordScreen.tsx').then((file) => file.FundPasswordScreen),
    },
  ],
  views: {
    '/user/setting': {
      welcome: {
        title: 'welcome',
        texts: [authTexts],
        simulated: 'money',
        load: () => import('./WelcomeView.tsx').then((file) => file.WelcomeView),
      },
      security: {
        title: 'security',
        texts: [securityTexts],
        load: () => import('./security/SecurityView.tsx').then((file) => file.SecurityView),
      },
      'two-step': {
        title: 'twoStep',
        texts: [securityTexts],
        load: () => import('./security/TwoStepView.tsx').then((file) => file.TwoStepView),
      },
      'recovery-codes': {
        title: 'recoveryCodes',
        texts: [securityTexts],
        load: () => import('./security/RecoveryCodesView.tsx').then((file) => file.RecoveryCodesView),
      },
      passkeys: {
        title: 'passkeys',
        texts: [securityTexts],
        load: () => import('./security/PasskeysView.tsx').then((file) => file.PasskeysView),
      },
      devices: {
        title: 'devices',
        texts: [securityTexts],
        load: () => import('./security/DevicesView.tsx').then((file) => file.DevicesView),
      },
      'sign-ins': {
        title: 'signIns',
        texts: [securityTexts],
        load: () => import('./security/SignInsView.tsx').then((file) => file.SignInsView),
      },
      'device-key': {
        title: 'deviceKey',
        texts: [securityTexts],
        load: () => import('./security/DeviceKeyView.tsx').then((file) => file.DeviceKeyView),
      },
    },
  },
}
