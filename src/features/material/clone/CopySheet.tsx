import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { Field } from '#ui/Field.tsx'
import { Segments } from '#ui/Segments.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { material, type Chapter } from '../api.ts'
import { sectionPages } from '../LevelTree.tsx'
import type { Section } from '../rules.ts'
import { useMaterialChange } from '../use-material-change.ts'
import { clones } from './api.ts'

type CopySheetProps = {
  from: { levelId: string; chapterNum: number; test: boolean; section: Section }
  onClose: () => void
}

/** Form to choose the place and name of a section's copy. */
export function CopySheet({ from, onClose }: CopySheetProps) {
  const { section } = from
  const [to, setTo] = useState({ levelId: from.levelId, chapterNum: from.chapterNum, test: from.test })
  const [name, setName] = useState(section.name)
  const [error, setError] = useState<Error | null>(null)
  const levels = useQuery(read(material.levels, {}))
  const chapters = useQuery(read(material.chapters, { levelId: to.levelId }))
  const navigate = useNavigate()
  const changed = useMaterialChange()
  const copy = useSend(clones.section, {
    onSuccess: ({ levelId, chapterNum, test, section: made }) => {
      void changed()
      const params = { levelId, chapterNum: String(chapterNum), sectionNum: String(made.num) }
      const show = () => void navigate({ to: sectionPages[test ? 'test' : 'chapter'], params })
      toast(t('Copied as section {num}.', made), 'success', { label: t('Show it'), act: show })
      onClose()
    },
    onError: setError,
  })
  const chapter = chapters.data?.find(({ num }) => num === to.chapterNum)
  const save = () => {
    if (chapter)
      copy.mutate({
        from: section._id,
        to: { ...to, test: to.test && chapter.test !== null },
        name: name.trim() || undefined,
      })
    else setError(new Error('no chapter'))
  }
  return (
    <EditSheet
      title={t('Copy “{name}”', section)}
      save={t('Copy')}
      busy={copy.isPending}
      error={error}
      onSave={save}
      onClose={onClose}
    >
      <Field label={t('Level')}>
        {(wiring) => (
          <select
            {...wiring}
            value={to.levelId}
            onChange={({ target }) => setTo({ ...to, levelId: target.value, chapterNum: 1 })}
            autoFocus
          >
            {levels.data?.map(({ _id, course, name: level }) => (
              <option key={_id} value={_id}>
                {course} · {level}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chapters.data ? (
        <Place
          chapters={chapters.data}
          chapter={chapter}
          test={to.test}
          onChange={(place) => setTo({ ...to, ...place })}
        />
      ) : (
        <Skeleton label={t('Loading chapters')} lines={2} height="2.5rem" />
      )}
      <TextField label={t('Name')} value={name} onChange={setName} maxLength={longest.name} />
    </EditSheet>
  )
}

type PlaceProps = {
  chapters: readonly Chapter[]
  chapter: Chapter | undefined
  test: boolean
  onChange: (place: { chapterNum: number } | { test: boolean }) => void
}

/** Fields for the chapter, and for choosing between the chapter and its test. */
function Place({ chapters, chapter, test, onChange }: PlaceProps) {
  if (chapters.length === 0) return <p>{t('This level has no chapters yet.')}</p>
  return (
    <>
      <Field label={t('Chapter')} error={chapter ? null : t('Choose a chapter.')}>
        {(wiring) => (
          <select
            {...wiring}
            value={chapter?.num ?? ''}
            onChange={({ target }) => onChange({ chapterNum: Number(target.value) })}
          >
            {!chapter && <option value="">{t('Choose a chapter')}</option>}
            {chapters.map(({ num, name }) => (
              <option key={num} value={num}>
                {num} · {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chapter?.test && (
        <Segments
          label={t('Position in the chapter')}
          segments={[
            { value: 'chapter', label: t('Chapter') },
            { value: 'test', label: t('Its test') },
          ]}
          value={test ? 'test' : 'chapter'}
          onChange={(value) => onChange({ test: value === 'test' })}
        />
      )}
    </>
  )
}
