import { onReauthNeeded } from './api.ts'

// Whoever brings this in can be asked for the password once more; the dialog is fetched when it is needed.
onReauthNeeded(async () => (await import('./ReauthDialog.tsx')).reauthenticate())
