import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { material, type Chapter, type Level } from '#features/material/api.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import style from './Assigning.module.css'
import { type Item, questionsOf } from './suggestions.ts'

type ItemChoiceProps = { item: Item; onChange: (item: Item) => void }

const maxSections = 20

/** Returns the select options for the levels, grouped by course. */
function groupsOf(levels: readonly Level[]) {
  const groups = new Map<string, { group: string; items: { value: string; label: string }[] }>()
  for (const { _id, course, courseId, name } of levels) {
    const group = groups.get(courseId) ?? { group: course, items: [] }
    group.items.push({ value: _id, label: name })
    groups.set(courseId, group)
  }
  return [...groups.values()]
}

/**
 * Pickers for level, chapter and sections, depending on the kind of work. Sections without ready questions
 * can't be chosen.
 */
export function ItemChoice({ item, onChange }: ItemChoiceProps) {
  const { kind, levelId, chapterNum } = item
  const levels = useQuery(read(material.levels, {}))
  const chapters = useQuery({
    ...read(material.chapters, { levelId: levelId ?? '' }),
    enabled: levelId !== null,
  })
  const level = levels.data?.find(({ _id }) => _id === levelId)
  const chapter = chapters.data?.find(({ num }) => num === chapterNum)
  const failed = levels.error ?? chapters.error
  if (failed)
    return (
      <ErrorState
        title={t('The learning material couldn’t be loaded.')}
        message={sentenceFor(failed)}
        onRetry={() => void (levels.error ? levels : chapters).refetch()}
      />
    )
  return (
    <>
      <div className={`${style.pair} grid gap-4`}>
        <SearchSelect
          label={t('Level')}
          placeholder={t(levels.data?.length === 0 ? 'No levels yet' : 'Choose a level')}
          data={groupsOf(levels.data ?? [])}
          value={levelId}
          onChange={(id) => onChange({ kind, levelId: id, chapterNum: null, sections: [] })}
          nothingFound={t('No matching level')}
          // An open list would swallow the Escape key, which should close the dialog.
          openOnFocus={false}
        />
        {kind !== 'assessment' && (
          <SearchSelect
            label={t('Chapter')}
            placeholder={t(levelId ? 'Choose a chapter' : 'Choose a level first')}
            disabled={!levelId}
            data={(chapters.data ?? []).map(({ num, name }) => ({
              value: String(num),
              label: `${num} ${name}`,
            }))}
            value={chapterNum === null ? null : String(chapterNum)}
            onChange={(num) => onChange({ kind, levelId, chapterNum: Number(num), sections: [] })}
            nothingFound={t('No matching chapter')}
            openOnFocus={false}
          />
        )}
      </div>
      {chapter && kind === 'homework' && <Sections chapter={chapter} item={item} onChange={onChange} />}
      {level && chapters.data && kind !== 'homework' && (
        <ItemSummary item={item} within={{ level, tree: chapters.data }} />
      )}
    </>
  )
}

function Sections({ chapter, item, onChange }: { chapter: Chapter } & ItemChoiceProps) {
  if (chapter.sections.length === 0) return <p className="quiet">{t('This chapter has no sections yet.')}</p>
  return (
    <Checkbox.Group
      label={t('Sections')}
      value={[...item.sections]}
      onChange={(ids) => onChange({ ...item, sections: ids.slice(0, maxSections) })}
    >
      <div className={`${style.sections} grid gap-3`}>
        {chapter.sections.map(({ _id, num, name, ready }) => (
          <Checkbox
            key={_id}
            value={_id}
            disabled={ready === 0}
            label={`${num} ${name}`}
            description={ready === 0 ? t('No questions ready yet') : counted(ready, 'question')}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** Number of questions in the chosen test or assessment. */
function ItemSummary({ item, within }: { item: Item; within: Parameters<typeof questionsOf>[1] }) {
  const questions = questionsOf(item, within)
  if (questions === null) return null
  const test = within.tree.find(({ num }) => num === item.chapterNum)?.test
  const name =
    item.kind === 'test'
      ? (test?.name ?? t('The chapter’s test'))
      : t('The assessment for {name}', { name: within.level.name })
  return (
    <p className="quiet">
      {questions === 0
        ? t('{what} has no questions ready yet.', { what: name })
        : `${name}: ${counted(questions, 'question')}.`}
    </p>
  )
}
