import { studentWork } from '#features/practice/api.ts'
import { useLocation, useParams } from '@tanstack/react-router'
import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { plain } from '#shared/text.ts'
import { call, read } from '#web/api.ts'
import { givenWork, giving, type StaffQuestion } from '../assigning/api.ts'
import { rootOf, type Spot } from './addresses.ts'

/**
 * Whose work a page shows, in whichever tree it stands: under attendance, under a parent, or in a classroom. `root` is the address up to the student,
 * `name` is empty until it is known.
 */
export function useWhose() {
  const { studentId = '', centerId = '' } = useParams({ strict: false })
  const { pathname } = useLocation()
  const { data } = useQuery(read(studentWork.atWork, { id: studentId }))
  return {
    studentId,
    centerId,
    root: rootOf(pathname),
    student: data ?? null,
    name: data ? plain(`${data.firstName} ${data.lastName}`.trim()) : '',
  }
}

/** How staff read a question of a student's work, with ever more of the answers to it. */
export function spotRead(studentId: string, { kind, id: itemId, s, n }: Spot) {
  const asked = { id: studentId, itemId, n }
  const { path } = s === null ? givenWork[kind].question : giving.sectionQuestion
  return infiniteQueryOptions({
    queryKey: [path, { ...asked, s }],
    queryFn: async ({ pageParam: after, signal }) =>
      s === null
        ? await call(givenWork[kind].question, { ...asked, after }, { signal })
        : await call(giving.sectionQuestion, { ...asked, s, after }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ after }) => after,
    select: ({ pages }) => {
      const [first] = pages as [StaffQuestion]
      return { ...first, history: pages.flatMap(({ history }) => history) }
    },
  })
}
