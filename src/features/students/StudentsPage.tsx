import { Chip, Table } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { UserPlus, UserSearch, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { counted, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { call } from '#web/api.ts'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { useSearchText } from '#web/use-search-text.ts'
import { students, type StudentLine } from './api.ts'
import { Levels } from './Levels.tsx'
import { filterWords, statusWords } from './rules.ts'
import { StudentSheet } from './StudentSheet.tsx'
import style from './Students.module.css'

const page = getRouteApi('/staff/centers/$centerId/students')

/** `/centers/{centerId}/students`: a centre's students and prospects. Filter and search are in the address. */
export function StudentsPage() {
  const { centerId } = page.useParams()
  useTitle(`Students of ${centerId}`)
  const [adding, setAdding] = useState(false)
  const add = (
    <Button kind="primary" icon={<UserPlus aria-hidden />} onClick={() => setAdding(true)}>
      New student
    </Button>
  )
  return (
    <div className={style.page}>
      <PageHead title="Students" facts={centerId} actions={add} />
      <div className={style.bar}>
        <Search key={centerId} />
        <Filters />
      </div>
      <List centerId={centerId} add={add} />
      {adding && <StudentSheet centerId={centerId} student={null} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Search() {
  const { find = '' } = page.useSearch()
  const navigate = page.useNavigate()
  const search = (next: string) => void navigate({ search: (old) => ({ ...old, find: next || undefined }), replace: true })
  const [text, setText] = useSearchText(find, search)
  return (
    <input
      type="search"
      className={style.search}
      aria-label="Search students by name or number"
      aria-keyshortcuts="/"
      placeholder="Name or number"
      maxLength={100}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

function Filters() {
  const { filter = 0 } = page.useSearch()
  const navigate = page.useNavigate()
  const choose = (chosen: string) => void navigate({ search: (old) => ({ ...old, filter: Number(chosen) || undefined }), replace: true })
  return (
    <Chip.Group value={String(filter)} onChange={choose}>
      <div className={style.chips} role="radiogroup" aria-label="Which students">
        {filterWords.map((words, each) => (
          <Chip key={words} value={String(each)} variant="outline">
            {words}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}

function List({ centerId, add }: { centerId: string; add: ReactNode }) {
  const { filter = 0, find = '' } = page.useSearch()
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [students.list.path, { centerId, filter, find }],
    queryFn: ({ pageParam, signal }) => call(students.list, { centerId, filter, search: find, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after,
    placeholderData: keepPreviousData,
  })
  if (!data && error)
    return <ErrorState title="The students can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton label="Loading students" lines={8} height="2.5rem" />
  const lines = data.pages.flatMap((each) => each.students)
  if (lines.length === 0) return <Nobody find={find} filter={filter} add={add} />
  const count = data.pages.at(-1)?.count ?? 0
  return (
    <>
      <output className={style.quiet} data-figures>
        {counted(count, filter === 1 ? 'prospect' : 'student')}
        {hasNextPage && `, ${lines.length} shown`}
      </output>
      <StudentTable centerId={centerId} lines={lines} />
      {hasNextPage && (
        <div className={style.more}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function Nobody({ find, filter, add }: { find: string; filter: number; add: ReactNode }) {
  if (find)
    return (
      <EmptyState icon={<UserSearch />} title={`Nobody is found for “${find}”`}>
        Search for parts of a name, in any order, or for a student number.
        {filter !== 2 && ` Only ${filterWords[filter === 1 ? 1 : 0].toLowerCase()} were searched.`}
      </EmptyState>
    )
  return (
    <EmptyState icon={<Users />} title={filter === 1 ? 'No prospects' : 'No students yet'} action={add}>
      {filter === 1
        ? 'A prospect is somebody who asks for a place or comes for a trial. Add one as a new student with that status.'
        : 'Add the first one with a parent, then give them a place in a class.'}
    </EmptyState>
  )
}

function StudentTable({ centerId, lines }: { centerId: string; lines: StudentLine[] }) {
  return (
    <Table.ScrollContainer minWidth={300} className={style.box}>
      <Table highlightOnHover verticalSpacing={2}>
        <caption className="visually-hidden">Students</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="sm">Number</Table.Th>
            <Table.Th visibleFrom="sm">Grade</Table.Th>
            <Table.Th>Level</Table.Th>
            <Table.Th visibleFrom="sm">Parent</Table.Th>
            <Table.Th visibleFrom="sm">Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ _id, firstName, lastName, studentNum, grade, programs, parentName, status }) => (
            <Table.Tr key={_id}>
              <Table.Td>
                <Link to="/centers/$centerId/students/$studentId" params={{ centerId, studentId: _id }} className={style.name}>
                  {plain(`${lastName}, ${firstName}`.replace(/^, /, ''))}
                </Link>
              </Table.Td>
              <Table.Td visibleFrom="sm">{plain(studentNum)}</Table.Td>
              <Table.Td visibleFrom="sm">{plain(grade)}</Table.Td>
              <Table.Td>
                <Levels programs={programs} />
              </Table.Td>
              <Table.Td visibleFrom="sm">{parentName === null ? <span className={style.quiet}>None</span> : plain(parentName)}</Table.Td>
              <Table.Td visibleFrom="sm">{statusWords[status]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
