// The hundred most common passwords that satisfy the other rules, about a kilobyte for the member app. The server has
// several thousand (apps/server/src/platform/credentials/common-passwords.txt). From zxcvbn's frequency list (MIT).

export const commonestPasswords: ReadonlySet<string> = new Set(
  (
    '1qaz2wsx trustno1 1234qwer q1w2e3r4t5 qwer1234 q1w2e3r4 password1 1q2w3e4r jordan23 qwerty123 ' +
    'passw0rd abcd1234 1q2w3e4r5t 1qazxsw2 blink182 12qwaszx asdf1234 zaq12wsx 123456789a 1232323q ' +
    'qwerty12 12345qwert michael1 password123 hello123 ncc1701d 123qweasd charlie1 letmein1 ' +
    '123456789q a1b2c3d4 mustang1 welcome1 qazwsx123 123qweasdzxc freedom1 jessica1 1234abcd ' +
    'babylon5 yankees1 1qaz2wsx3edc ncc1701e matthew1 123qwe123 q1w2e3r4t5y6 access14 letmein2 ' +
    'a1234567 anthony1 william1 super123 qwerty12345 1234567a thunder1 1q2w3e4r5t6y chelsea1 ' +
    '1a2b3c4d 1passwor heather1 richard1 zaq1xsw2 formula1 zxcv1234 patrick1 cowboys1 gateway1 ' +
    'pa55word scooter1 1234567q raiders1 qwert123 a1s2d3f4 diamond1 123456qwerty front242 123456aa ' +
    '1234567890q phoenix1 brandon1 porsche9 ncc1701a arsenal1 jackson1 pa55w0rd agent007 ' +
    'qwerty123456 melissa1 pokemon1 apollo13 rangers1 123456789z gordon24 passwor1 fordf150 ' +
    'chicken1 chester1 jasmine1 pass1234 happy123 turkey50'
  ).split(' '),
)
