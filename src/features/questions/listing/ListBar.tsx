import { Chip } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { QuestionStatus, questionStatus } from '#features/material/rules.ts'
import { t } from '#shared/language.ts'
import { SearchField } from '#ui/SearchField.tsx'
import type { Filter, SectionQuery } from './use-questions.ts'

type ListBarProps = { filter: Filter; of: Record<QuestionStatus, number> }

/** Filter for the section's questions by status and search text, both stored in the URL. */
export function ListBar({ filter: { status, find }, of }: ListBarProps) {
  const navigate = useNavigate()
  const go = (next: Filter) =>
    void navigate({ to: '.', search: (old: SectionQuery) => ({ ...old, ...next }), replace: true })
  return (
    <div className="cluster middle apart gap-2-4">
      <Chip.Group
        value={status ?? 'all'}
        onChange={(chosen) => go({ status: QuestionStatus.options.find((each) => each === chosen) })}
      >
        <div className="cluster gap-2" role="radiogroup" aria-label={t('Show questions')}>
          <Chip value="all" variant="outline">
            {t('All {count}', { count: (of.error + of.warn + of.success).toLocaleString('en') })}
          </Chip>
          {QuestionStatus.options.map((each) => (
            <Chip key={each} value={each} variant="outline">
              {t(questionStatus[each])} {of[each].toLocaleString('en')}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      <SearchField
        label={t('Search questions by text or number')}
        placeholder={t('Text or number')}
        find={find}
        onFind={(next) => go({ find: next })}
      />
    </div>
  )
}
