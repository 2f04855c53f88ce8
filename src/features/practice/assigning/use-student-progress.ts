import { studentWork } from '../api.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { material } from '#features/material/api.ts'
import { read } from '#web/api.ts'
import { levelsOf, type StudentProgress } from './suggestions.ts'
import type { Assignee } from './use-assigning.ts'

/**
 * Returns all levels, the students' progress, and the chapters of their levels, as far as they are loaded.
 */
export function useStudentProgress(assignees: readonly Assignee[]) {
  const { data: levels = [] } = useQuery(read(material.levels, {}))
  const known = useQueries({ queries: assignees.map(({ _id: id }) => read(studentWork.atWork, { id })) })
  const progress = known.flatMap(({ data }): (StudentProgress & { _id: string })[] => (data ? [data] : []))
  const ids = levelsOf(progress, levels)
  const chapters = useQueries({ queries: ids.map((levelId) => read(material.chapters, { levelId })) })
  const trees = new Map(
    ids.flatMap((id, at) => (chapters[at]?.data ? [[id, chapters[at].data] as const] : [])),
  )
  return { levels, progress, trees }
}
