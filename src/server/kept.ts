import type { FastifyInstance } from 'fastify'
import { students } from '#features/students/api.ts'
import { awards } from '#features/students/awards/api.ts'
import { awardsRoutes } from '#features/students/awards/routes.ts'
import { check } from '#features/students/check/api.ts'
import { checkRoutes } from '#features/students/check/routes.ts'
import { comingClasses } from '#features/students/coming/api.ts'
import { comingRoutes } from '#features/students/coming/routes.ts'
import { studentExport } from '#features/students/export/api.ts'
import { studentExportRoutes } from '#features/students/export/routes.ts'
import { studentImports } from '#features/students/import/api.ts'
import { studentImportRoutes } from '#features/students/import/routes.ts'
import { parents } from '#features/students/parents/api.ts'
import { parentsRoutes } from '#features/students/parents/routes.ts'
import { prospects } from '#features/students/prospects/api.ts'
import { prospectsRoutes } from '#features/students/prospects/routes.ts'
import { records } from '#features/students/records/api.ts'
import { recordsRoutes } from '#features/students/records/routes.ts'
import { studentsRoutes } from '#features/students/routes.ts'
import { serve, type House } from './serve.ts'

/** What is kept of students and families: their records, who changed and who has seen them, and their end. */
export function serveKept(app: FastifyInstance, house: House) {
  serve(app, house, { feature: 'students', contract: students, routes: studentsRoutes })
  serve(app, house, { feature: 'students', contract: check, routes: checkRoutes })
  serve(app, house, { feature: 'students', contract: parents, routes: parentsRoutes })
  serve(app, house, { feature: 'students', contract: studentExport, routes: studentExportRoutes })
  serve(app, house, { feature: 'students', contract: studentImports, routes: studentImportRoutes })
  serve(app, house, { feature: 'students', contract: prospects, routes: prospectsRoutes })
  serve(app, house, { feature: 'students', contract: records, routes: recordsRoutes })
  serve(app, house, { feature: 'students', contract: awards, routes: awardsRoutes })
  serve(app, house, { feature: 'students', contract: comingClasses, routes: comingRoutes })
}
