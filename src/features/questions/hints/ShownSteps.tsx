import type { ContentNode } from '#shared/content.ts'
import { t } from '#shared/language.ts'
import { Content } from '#ui/Content.tsx'
import { HintSteps } from '#ui/HintSteps.tsx'

/** All steps of a hint, as students see them once they have opened every step. */
export function ShownSteps({ steps }: { steps: readonly { content: ContentNode[] }[] }) {
  const shown = steps.map(({ content }, at) => <Content key={at} nodes={content} />)
  return <HintSteps label={t('Steps')} steps={shown} total={shown.length} onMore={() => {}} />
}
