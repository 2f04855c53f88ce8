import { questionsWording } from './change-words.ts'
import { endpoints, type Feature } from '#server/feature.ts'
import { questions } from './api.ts'
import { questionRoutes } from './routes.ts'
import { figures } from './figures/api.ts'
import { figuresRoutes } from './figures/routes.ts'
import { imports } from './import/api.ts'
import { importRoutes } from './import/routes.ts'
import { importQuestions } from './import/jobs.ts'
import { reviews } from './review/api.ts'
import { reviewRoutes } from './review/routes.ts'
import { questionSearch } from './search/api.ts'
import { searchRoutes } from './search/routes.ts'

/**
 * Questions: editors for every answer kind, answer keys, variants, messages about frequent mistakes,
 * statistics from students' answers, the import of questions from files, and search and review across all
 * levels. An answer key is never sent to a student.
 */
export const questionsFeature: Feature = {
  name: 'questions',
  endpoints: () => [
    endpoints(questions, questionRoutes),
    endpoints(figures, figuresRoutes),
    endpoints(imports, importRoutes),
    endpoints(questionSearch, searchRoutes),
    endpoints(reviews, reviewRoutes),
  ],
  jobs: () => ({ 'import-questions': importQuestions }),
  wording: questionsWording,
}
