import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/accounts/api.ts'
import { defaultsApi } from '#features/accounts/defaults/api.ts'
import { defaultsRoutes } from '#features/accounts/defaults/routes.ts'
import { emailChanges } from '#features/accounts/email/api.ts'
import { emailChangesRoutes } from '#features/accounts/email/routes.ts'
import { factor, secondStep } from '#features/accounts/factor/api.ts'
import { factorRoutes } from '#features/accounts/factor/routes.ts'
import { google } from '#features/accounts/google/api.ts'
import { googleRoutes } from '#features/accounts/google/routes.ts'
import { outbox } from '#features/accounts/outbox/api.ts'
import { outboxRoutes } from '#features/accounts/outbox/routes.ts'
import { passwords } from '#features/accounts/passwords/api.ts'
import { sendRecovery } from '#features/accounts/passwords/jobs.ts'
import { requests } from '#features/accounts/requests/api.ts'
import { tellOfRequest } from '#features/accounts/requests/jobs.ts'
import { requestsRoutes } from '#features/accounts/requests/routes.ts'
import { passwordsRoutes } from '#features/accounts/passwords/routes.ts'
import { teacherNotes } from '#features/accounts/notes/api.ts'
import { teacherNotesRoutes } from '#features/accounts/notes/routes.ts'
import { sessions } from '#features/accounts/sessions/api.ts'
import { sessionsRoutes } from '#features/accounts/sessions/routes.ts'
import { people } from '#features/accounts/people/api.ts'
import { peopleRoutes } from '#features/accounts/people/routes.ts'
import { accountsRoutes, secondStepRoutes } from '#features/accounts/routes.ts'
import type { Jobs } from './jobs.ts'
import { type House, serve } from './serve.ts'
import type { Settings } from './settings.ts'

/** Registers the endpoints for accounts: sign-in, passwords, and managing other people's accounts. */
export function serveAccounts(app: FastifyInstance, house: House, settings: Settings) {
  serve(app, house, { feature: 'accounts', contract: accounts, routes: accountsRoutes(settings) })
  serve(app, house, { feature: 'accounts', contract: passwords, routes: passwordsRoutes(settings) })
  serve(app, house, { feature: 'accounts', contract: google, routes: googleRoutes(settings) })
  serve(app, house, { feature: 'accounts', contract: secondStep, routes: secondStepRoutes(settings) })
  serve(app, house, { feature: 'accounts', contract: factor, routes: factorRoutes(settings) })
  serve(app, house, { feature: 'accounts', contract: sessions, routes: sessionsRoutes })
  serve(app, house, { feature: 'accounts', contract: emailChanges, routes: emailChangesRoutes(settings) })
  serve(app, house, { feature: 'accounts', contract: people, routes: peopleRoutes(settings) })
  serve(app, house, { feature: 'accounts', contract: outbox, routes: outboxRoutes })
  serve(app, house, { feature: 'accounts', contract: requests, routes: requestsRoutes })
  serve(app, house, { feature: 'accounts', contract: defaultsApi, routes: defaultsRoutes })
  serve(app, house, { feature: 'accounts', contract: teacherNotes, routes: teacherNotesRoutes })
}

export const accountJobs: Jobs = { recovery: sendRecovery, 'account-request': tellOfRequest }
