import { onReauthNeeded } from './api.ts'

// Importing this module enables the password prompt. Its dialog is loaded when needed.
onReauthNeeded(async () => (await import('./ReauthDialog.tsx')).reauthenticate())
