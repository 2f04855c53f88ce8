import { onReauthNeeded } from './api.ts'

// Importing this module enables the password prompt. The dialog is loaded when it is needed.
onReauthNeeded(async () => (await import('./ReauthDialog.tsx')).reauthenticate())
