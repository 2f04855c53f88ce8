import { studentsWording } from './change-words.ts'
import { consents } from '#features/accounts/requests/api.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { students } from './api.ts'
import { consentsRoutes, studentsRoutes } from './routes.ts'
import { check } from './check/api.ts'
import { checkRoutes } from './check/routes.ts'
import { parents } from './parents/api.ts'
import { parentsRoutes } from './parents/routes.ts'
import { studentExport } from './export/api.ts'
import { studentExportRoutes } from './export/routes.ts'
import { studentImports } from './import/api.ts'
import { studentImportRoutes } from './import/routes.ts'
import { prospects } from './prospects/api.ts'
import { prospectsRoutes } from './prospects/routes.ts'
import { records } from './records/api.ts'
import { recordsRoutes } from './records/routes.ts'
import { pickups } from './pickups/api.ts'
import { pickupRoutes } from './pickups/routes.ts'
import { awards } from './awards/api.ts'
import { awardsRoutes } from './awards/routes.ts'
import { checkStudents } from './import/checking/jobs.ts'
import { importStudents } from './import/jobs.ts'
import { undoStudentsImport } from './import/undo.ts'
import { accessLog } from './access/api.ts'
import { accessLogRoutes } from './access/routes.ts'

/**
 * Students and their families: profiles, parents, programs, prospects, records, awards, import and export.
 */
export const studentsFeature: Feature = {
  name: 'students',
  endpoints: () => [
    endpoints(accessLog, accessLogRoutes),
    endpoints(consents, consentsRoutes),
    endpoints(students, studentsRoutes),
    endpoints(check, checkRoutes),
    endpoints(parents, parentsRoutes),
    endpoints(studentExport, studentExportRoutes),
    endpoints(studentImports, studentImportRoutes),
    endpoints(prospects, prospectsRoutes),
    endpoints(records, recordsRoutes),
    endpoints(awards, awardsRoutes),
    endpoints(pickups, pickupRoutes),
  ],
  jobs: () => ({
    'check-students': checkStudents,
    'import-students': importStudents,
    'undo-students-import': undoStudentsImport,
  }),
  wording: studentsWording,
}
