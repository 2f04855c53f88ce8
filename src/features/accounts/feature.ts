import { accountsWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { accounts } from './api.ts'
import { accountsRoutes, secondStepRoutes } from './routes.ts'
import { passwords } from './passwords/api.ts'
import { passwordsRoutes } from './passwords/routes.ts'
import { google } from './google/api.ts'
import { googleRoutes } from './google/routes.ts'
import { secondStep, factor } from './factor/api.ts'
import { factorRoutes } from './factor/routes.ts'
import { oidc } from './oidc/api.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { passkeySignIn, passkeys } from './passkeys/api.ts'
import { passkeySignInRoutes, passkeysRoutes } from './passkeys/routes.ts'
import { sessions } from './sessions/api.ts'
import { sessionsRoutes } from './sessions/routes.ts'
import { emailChanges } from './email/api.ts'
import { emailChangesRoutes } from './email/routes.ts'
import { people } from './people/api.ts'
import { peopleRoutes } from './people/routes.ts'
import { outbox } from './outbox/api.ts'
import { outboxRoutes } from './outbox/routes.ts'
import { requests } from './requests/api.ts'
import { requestsRoutes } from './requests/routes.ts'
import { defaultsApi } from './defaults/api.ts'
import { defaultsRoutes } from './defaults/routes.ts'
import { teacherNotes } from './notes/api.ts'
import { teacherNotesRoutes } from './notes/routes.ts'
import { sendRecovery } from './passwords/jobs.ts'
import { mailRequest } from './requests/jobs.ts'

/**
 * Accounts: signing in with a password, a passkey, Google or the organization's provider, second factors,
 * password recovery, sessions, and managing the people of a center. The rules for managing other accounts are
 * in shared/account-permissions.ts.
 */
export const accountsFeature: Feature = {
  name: 'accounts',
  endpoints: (settings) => [
    endpoints(accounts, accountsRoutes(settings)),
    endpoints(passwords, passwordsRoutes(settings)),
    endpoints(google, googleRoutes(settings)),
    endpoints(secondStep, secondStepRoutes(settings)),
    endpoints(factor, factorRoutes(settings)),
    endpoints(oidc, oidcRoutes(settings)),
    endpoints(passkeySignIn, passkeySignInRoutes(settings)),
    endpoints(passkeys, passkeysRoutes(settings)),
    endpoints(sessions, sessionsRoutes),
    endpoints(emailChanges, emailChangesRoutes(settings)),
    endpoints(people, peopleRoutes(settings)),
    endpoints(outbox, outboxRoutes),
    endpoints(requests, requestsRoutes),
    endpoints(defaultsApi, defaultsRoutes),
    endpoints(teacherNotes, teacherNotesRoutes),
  ],
  jobs: () => ({ recovery: sendRecovery, 'account-request': mailRequest }),
  wording: accountsWording,
}
