import type { FastifyInstance } from 'fastify'
import { histories } from '#features/history/api.ts'
import { audit } from '#features/history/audit/api.ts'
import { auditRoutes } from '#features/history/audit/routes.ts'
import { historyRoutes } from '#features/history/routes.ts'
import { disclosures } from '#features/history/seen/api.ts'
import { disclosureRoutes } from '#features/history/seen/routes.ts'
import { operation } from '#features/operation/api.ts'
import { operationRoutes } from '#features/operation/routes.ts'
import { storage } from '#features/operation/storage/api.ts'
import { storageRoutes } from '#features/operation/storage/routes.ts'
import { erasing } from '#features/privacy/erasing/api.ts'
import { erasingRoutes } from '#features/privacy/erasing/routes.ts'
import { childRecord } from '#features/privacy/record/api.ts'
import { childRecordRoutes } from '#features/privacy/record/routes.ts'
import { retention } from '#features/privacy/retention/api.ts'
import { retentionRoutes } from '#features/privacy/retention/routes.ts'
import { serve, type House } from './serve.ts'
import type { Settings } from './settings.ts'

/** What the house keeps, for how long, and how it keeps itself. */
export function serveKeeping(app: FastifyInstance, house: House, settings: Settings) {
  serve(app, house, { feature: 'history', contract: histories, routes: historyRoutes })
  serve(app, house, { feature: 'history', contract: audit, routes: auditRoutes })
  serve(app, house, { feature: 'history', contract: disclosures, routes: disclosureRoutes })
  serve(app, house, { feature: 'privacy', contract: erasing, routes: erasingRoutes })
  serve(app, house, { feature: 'privacy', contract: childRecord, routes: childRecordRoutes })
  serve(app, house, { feature: 'privacy', contract: retention, routes: retentionRoutes })
  serve(app, house, { feature: 'operation', contract: operation, routes: operationRoutes(settings) })
  serve(app, house, { feature: 'operation', contract: storage, routes: storageRoutes })
}
