/** What a closed connection means for the next one (docs/protocol.md, "Close codes"). */

export type EndReason = 'update' | 'logged-out' | 'fault';

export type AfterClose =
  | { readonly t: 'soon' }
  | { readonly t: 'backoff' }
  /** The server will be back in a moment. */
  | { readonly t: 'restart' }
  | { readonly t: 'later'; readonly ms: number }
  | { readonly t: 'never'; readonly reason: EndReason };

export function afterClose(code: number): AfterClose {
  switch (code) {
    case 1001:
      return { t: 'restart' };
    case 4000:
      return { t: 'never', reason: 'update' };
    case 4001:
      return { t: 'never', reason: 'logged-out' };
    case 1002:
    case 1003:
    case 1007:
    case 1009:
      return { t: 'never', reason: 'fault' };
    case 4003:
      return { t: 'later', ms: 30_000 };
    case 4002:
    case 4004:
      return { t: 'soon' };
    default:
      return { t: 'backoff' };
  }
}
