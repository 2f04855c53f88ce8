import { useQuery } from '@tanstack/react-query'
import { hints } from '#features/material/hints/api.ts'
import { visuals } from '#features/material/visuals/api.ts'
import { t } from '#shared/language.ts'
import { fileAddress, read } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import type { Draft } from '../api.ts'
import { hintInWords } from '../hints/hint-words.ts'
import { keyInWords, testsInWords } from './key-in-words.ts'
import style from './DraftWords.module.css'

/** Labels and formatters of a question's fields, for an author who compares two versions. */
export const draftWords = {
  instructions: 'Instructions',
  content: 'Question',
  answers: ['Answer', keyInWords],
  hint: ['Hint', (hint: Draft['hint']) => hint && <ChosenHint id={hint} />],
  visual: ['Picture', (visual: Draft['visual']) => visual && <Picture {...visual} />],
  variables: ['Variables', (said: Draft['variables']) => (said ? JSON.stringify(said) : '')],
  tests: ['Tests', testsInWords],
} as const

function ChosenHint({ id }: { id: string }) {
  const mayManage = may(useMe(), 'hints.manage')
  const { data } = useQuery({ ...read(hints.one, { id }), enabled: mayManage })
  return data
    ? hintInWords({ name: data.name, steps: data.steps.map(({ source }) => source) })
    : t('Has a hint')
}

const Picture = ({ image, alt }: NonNullable<Draft['visual']>) => (
  <>
    <img
      className={style.picture}
      src={fileAddress(visuals.image, { image })}
      alt={alt ? '' : t('A picture')}
    />
    {alt}
  </>
)
