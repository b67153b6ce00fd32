import '@fairlot/ui/tokens.css'
import '@fairlot/ui/fonts.css'
import './kit/console.css'
import { startTheme } from '@fairlot/app-shell/theme'
import { createRoot } from 'react-dom/client'
import { pages, signIn } from './routes.tsx'
import { App } from './shell/App.tsx'
import { startLanguage } from '@fairlot/app-shell/language'
import { connectSigning } from './shell/sign-vote.ts'
import { shellTexts } from './shell/texts/index.ts'

const language = startLanguage('console-lang')
startTheme('console-theme')
connectSigning()
await shellTexts.load(language)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App pages={pages} signIn={signIn} />)
