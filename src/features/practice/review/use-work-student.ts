import { fullName } from '#shared/full-name.ts'
import { studentWork } from '../api.ts'
import { useLocation, useParams } from '@tanstack/react-router'
import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { call, read } from '#web/api.ts'
import { givenWork, assigning, type StaffQuestion } from '../assigning/api.ts'
import { asStaff, type QuestionRef, rootOf, type StaffViewer } from '../question-ref.ts'

/**
 * Returns the student whose work the page shows, whether the page was opened from attendance, from a parent's
 * record, or in a classroom. `name` is empty until it is loaded.
 */
export function useWorkStudent() {
  const { studentId = '', centerId = '' } = useParams({ strict: false })
  const { pathname } = useLocation()
  const { data } = useQuery(read(studentWork.atWork, { id: studentId }))
  return {
    studentId,
    centerId,
    viewer: asStaff(studentId, rootOf(pathname)),
    student: data ?? null,
    name: data ? fullName(data) : '',
  }
}

/**
 * Returns the infinite query for a question of a student's work as staff see it. `history` combines the pages
 * of answers that have been loaded.
 */
export function givenQuestionRead({
  viewer,
  kind,
  workId: itemId,
  section: s,
  num: n,
}: QuestionRef<StaffViewer>) {
  const query = { id: viewer.studentId, itemId, n }
  const { path } = s === null ? givenWork[kind].question : assigning.sectionQuestion
  return infiniteQueryOptions({
    queryKey: [path, { ...query, s }],
    queryFn: async ({ pageParam: after, signal }) =>
      s === null
        ? await call(givenWork[kind].question, { ...query, after }, { signal })
        : await call(assigning.sectionQuestion, { ...query, s, after }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ after }) => after,
    select: ({ pages }) => {
      const [first] = pages as [StaffQuestion]
      return { ...first, history: pages.flatMap(({ history }) => history) }
    },
  })
}
