/** What a parent may do for one child (product §5). */
export const rights = ['portal', 'contact', 'pickup'] as const
export type Right = (typeof rights)[number]

export const rightWords: Record<Right, string> = { portal: 'Sees the work', contact: 'Gets messages', pickup: 'May pick up' }
