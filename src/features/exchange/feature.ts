import { endpoints, type Feature } from '#server/feature.ts'
import { materialExport } from './export/api.ts'
import { exportRoutes } from './export/routes.ts'
import { materialImports } from './import/api.ts'
import { materialImportRoutes } from './import/routes.ts'
import { importMaterial } from './import/jobs.ts'

/** Exchange: exports material to files and imports it from files, in our own zip format or as QTI. */
export const exchangeFeature: Feature = {
  name: 'exchange',
  endpoints: () => [
    endpoints(materialExport, exportRoutes),
    endpoints(materialImports, materialImportRoutes),
  ],
  jobs: () => ({ 'import-material': importMaterial }),
  wording: {
    actions: {
      'material.export': () => 'exported learning material',
      'material.bring': () => 'uploaded a file with learning material',
      'material.import': () => 'started an import of learning material',
      'material.imported': () => 'imported learning material',
    },
  },
}
