import { useQuery } from '@tanstack/react-query'
import { Chip } from '@mantine/core'
import { material } from '#features/material/api.ts'
import { reader, t } from '#shared/language.ts'
import { read } from '#web/api.ts'
import { AnswerKindSelect } from '../listing/AnswerKindSelect.tsx'
import { FilterSelect, LevelSelect } from '../listing/FilterSelect.tsx'
import type { ReviewCounts } from './api.ts'
import { reasonWords, reviewReasons } from './reasons.ts'
import type { ReviewFilter } from './review-filter.ts'
import type { ReviewQueue } from './use-review-queue.ts'
import style from './Review.module.css'

type FiltersProps = { filter: ReviewFilter; onFilter: (filter: ReviewFilter) => void }

/**
 * Filter by reason, with the number of questions for each. Leaves out reasons that no question has, unless
 * chosen.
 */
export function ReasonChips({
  filter: { reason },
  waiting,
  onFilter,
}: FiltersProps & { waiting: ReviewCounts | undefined }) {
  const count = (of: keyof ReviewCounts) => waiting?.[of].toLocaleString(reader().tag) ?? ''
  return (
    <Chip.Group
      value={reason ?? 'all'}
      onChange={(chosen) => onFilter({ reason: reviewReasons.find((each) => each === chosen) })}
    >
      <div className="cluster gap-2" role="radiogroup" aria-label={t('Reason')} data-figures>
        <Chip value="all" variant="outline">
          {t('All {count}', { count: count('all') })}
        </Chip>
        {reviewReasons
          .filter((each) => each === reason || (waiting?.[each] ?? 0) > 0)
          .map((each) => (
            <Chip key={each} value={each} variant="outline">
              {t(reasonWords[each])} {count(each)}
            </Chip>
          ))}
      </div>
    </Chip.Group>
  )
}

/** Filters by course, level, kind of answer and author. */
export function ReviewFilters({
  filter: { course, level, kind, author },
  authors,
  onFilter,
}: FiltersProps & Pick<ReviewQueue, 'authors'>) {
  const { data: courses = [] } = useQuery(read(material.courses, {}))
  return (
    <div className={`${style.filters} grid gap-3`}>
      <FilterSelect
        label={t('Course')}
        all={t('All courses')}
        options={courses.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={course}
        onChange={(next) => onFilter({ course: next, level: undefined })}
      />
      <LevelSelect courseId={course} value={level} onChange={(next) => onFilter({ level: next })} />
      <AnswerKindSelect value={kind} onChange={(next) => onFilter({ kind: next })} />
      <FilterSelect
        label={t('Author')}
        all={t('All authors')}
        options={authors.map(({ _id, name, questions }) => ({ value: _id, label: `${name} (${questions})` }))}
        value={author}
        onChange={(next) => onFilter({ author: next })}
      />
    </div>
  )
}
