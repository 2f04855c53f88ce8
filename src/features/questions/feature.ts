import { questionsWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { questions } from './api.ts'
import { questionRoutes } from './routes.ts'
import { imports } from './import/api.ts'
import { importRoutes } from './import/routes.ts'
import { importQuestions } from './import/jobs.ts'

/**
 * Questions: the editors for every kind of answer, keys, variants and the import of tables. Students are
 * never sent a key.
 */
export const questionsFeature: Feature = {
  name: 'questions',
  endpoints: () => [endpoints(questions, questionRoutes), endpoints(imports, importRoutes)],
  jobs: () => ({ 'import-questions': importQuestions }),
  wording: questionsWording,
}
