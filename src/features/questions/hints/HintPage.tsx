import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { DropDialog } from '#features/material/DropDialog.tsx'
import { MaterialWay } from '#features/material/MaterialWay.tsx'
import { type Hint, hints, type HintUser } from '#features/material/hints/api.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { RestoredInput } from '../editing/RestoredInput.tsx'
import { UnsavedChanges } from '../editing/UnsavedChanges.tsx'
import { Palette } from '../editing/writing/Palette.tsx'
import { QuestionLink } from '../listing/QuestionLink.tsx'
import { longest } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Versions } from '#ui/Versions.tsx'
import { Page } from '#ui/Page.tsx'
import { call, read } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import { reasonToKeep, usesOf } from './hint-words.ts'
import { ShownSteps } from './ShownSteps.tsx'
import { StepsForm } from './StepsForm.tsx'
import { type HintState, useHint } from './use-hint.ts'
import style from './Hints.module.css'

const route = getRouteApi('/staff/material-editor/hints/$hintId')

/** Editor for a hint and its steps, with the student's view. */
export function HintPage() {
  const { hintId } = route.useParams()
  const isNew = hintId === 'new'
  const { data, error, isFetching, refetch } = useQuery({
    ...read(hints.one, { id: hintId }),
    enabled: !isNew,
  })
  const title = isNew ? t('New hint') : (data?.name ?? '') || t('Hint')
  useTitle(title)
  return (
    <Page width="wide" centered>
      <MaterialWay here={title}>
        <Link to="/material-editor/hints">{t('Hints')}</Link>
      </MaterialWay>
      {isNew || data ? (
        <HintEditor key={hintId} title={title} hint={data ?? null} />
      ) : (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('this hint')}
          lines={6}
          height="2.5rem"
          page
        />
      )}
    </Page>
  )
}

function HintEditor({ title, hint }: { title: string; hint: Hint | null }) {
  const navigate = useNavigate()
  const state = useHint(hint, `hint:${useMe()._id}:${hint?._id ?? 'new'}`)
  const [isDropping, setIsDropping] = useState(false)
  const store = async () => {
    const stored = await state.store()
    if (stored) toast(t('Saved.'))
    return stored?._id ?? null
  }
  const save = async () => {
    const id = await store()
    if (id && !hint)
      await navigate({
        to: '/material-editor/hints/$hintId',
        params: { hintId: id },
        replace: true,
        ignoreBlocker: true,
      })
  }
  return (
    <>
      <PageHead
        title={title}
        facts={hint && usesOf(hint)}
        actions={
          <>
            {hint && (
              <Button icon={<Trash2 aria-hidden />} onClick={() => setIsDropping(true)}>
                {t('Delete')}
              </Button>
            )}
            <Button
              kind="primary"
              type="submit"
              form="hint"
              busy={state.isBusy}
              reason={state.isChanged ? null : t('No changes to save.')}
            >
              {t('Save')}
            </Button>
          </>
        }
      />
      <RestoredInput state={state} />
      <div className={`${style.columns} grid top gap-6`}>
        <Form state={state} onSave={() => void save()} />
        <div className="stack gap-4 shrinks">
          <section className={`${style.box} card stack gap-3 pad-4`} aria-label={t('As the student sees it')}>
            <h2>{t('As the student sees it')}</h2>
            <p>
              {t(
                'Students open one step at a time. Steps that they have already opened show your changes too.',
              )}
            </p>
            <ShownSteps steps={state.shown} />
          </section>
          {hint && <Users hint={hint} />}
        </div>
      </div>
      {hint && isDropping && (
        <DropDialog
          itemName={hint.name === '' ? t('this hint') : t('hint “{hint}”', { hint: hint.name })}
          reason={reasonToKeep(hint)}
          drop={() => call(hints.drop, { id: hint._id })}
          onDropped={() => void navigate({ to: '/material-editor/hints', ignoreBlocker: true })}
          onClose={() => setIsDropping(false)}
        >
          {t('You can’t delete a hint that is used in a question or in an earlier version of one.')}
        </DropDialog>
      )}
      <UnsavedChanges what={t('This hint')} state={state} store={store} />
    </>
  )
}

function Form({
  state: { draft, set, faults, error, differences },
  onSave,
}: {
  state: HintState
  onSave: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form ref={form} id="hint" noValidate className="stack gap-4 shrinks" onSubmit={submit}>
      <Palette form={form} />
      <TextField
        label={t('Name')}
        required={false}
        hint={t(
          'A hint with a name can be shared by many questions. Without one, it belongs to a single question.',
        )}
        maxLength={longest.name}
        value={draft.name}
        onChange={(name) => set({ name })}
      />
      <StepsForm steps={draft.steps} faults={faults} onChange={(steps) => set({ steps })} />
      {error && <ErrorState title={t('This couldn’t be saved.')} message={sentenceFor(error)} />}
      <Versions differences={differences} />
    </form>
  )
}

const placeOf = ({ levelId, chapterNum, test, section }: HintUser) => ({
  levelId,
  chapterNum,
  sectionNum: section.num,
  test,
})

function Users({ hint }: { hint: Hint }) {
  const { users, questions } = hint
  return (
    <section className={`${style.box} card stack gap-3 pad-4`} aria-label={t('Questions with this hint')}>
      <h2>{t('Questions with this hint')}</h2>
      {users.length === 0 && <p>{t('No question uses it yet. You can add it in the question editor.')}</p>}
      {users.length > 0 && (
        <ul className={`${style.users} stack gap-1`}>
          {users.map((user) => (
            <li key={user._id}>
              <QuestionLink place={placeOf(user)} id={user._id}>
                <Sentence
                  text="{level} · Chapter {chapterNum}{test} · {name} · Question {num}"
                  level={user.level}
                  chapterNum={user.chapterNum}
                  test={user.test && t(', test')}
                  name={user.section.name}
                  num={user.num}
                />
              </QuestionLink>
            </li>
          ))}
        </ul>
      )}
      {questions > users.length && (
        <p>{t('… and {count} more.', { count: (questions - users.length).toLocaleString('en') })}</p>
      )}
    </section>
  )
}
