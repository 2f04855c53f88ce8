import { whenReauthNeeded } from './api.ts'

// Importing this module enables the password prompt. The dialog is loaded when it is needed.
whenReauthNeeded(async () => (await import('./ReauthDialog.tsx')).reauthenticate())
