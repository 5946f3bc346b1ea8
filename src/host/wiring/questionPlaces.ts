import type { ChatPanels } from '../chat/chatPanels.ts';
import type { ChatView } from '../chat/chatView.ts';
import type { AttentionParts } from '../attention/elicitationAttention.ts';
import type { Sessions } from '../sessions/sessions.ts';

interface Places {
	readonly chatView: () => ChatView;
	readonly panels: () => ChatPanels;
	readonly sessions: () => Sessions;
}

/** Where a session's questions can be seen, and how to get there: its editor tab, else the chat. */
export function questionPlaces({ chatView, panels, sessions }: Places): AttentionParts {
	return {
		isShown: (hosted) => chatView().isShowing(hosted) || panels().isShowing(hosted),
		show: async (hosted) => {
			if (panels().reveal(hosted)) return panels().surfaceOf(hosted)?.focus('showWaiting');
			sessions().activate(hosted);
			await chatView().focus('showWaiting');
		},
	};
}
