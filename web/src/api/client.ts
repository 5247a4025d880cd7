/** The REST API: one function per route, errors as `ApiError` or `Offline`. */

import type {
  AccountId,
  Company,
  Credentials,
  ExpandedGame,
  FoundPlayers,
  GameId,
  GamePage,
  LadderSettings,
  Leaderboard,
  Live,
  Marks,
  Me,
  MySettings,
  NewLayout,
  Outcome,
  PasswordChange,
  People,
  PlayedGames,
  PlayerPage,
  Problem,
  Registration,
  SavedLayouts,
  ScoreHistory,
  Sessions,
  Site,
  Token,
  Whereabouts,
} from './types';

/** The server refused a request and said why. */
export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = 'ApiError';
    this.problem = problem;
  }

  /** The end of the problem's stable name. */
  get kind(): string {
    return this.problem.type.split(':').at(-1) ?? '';
  }
}

/** No answer came: no network, no server, or something between them answered in its place. */
export class Offline extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause });
    this.name = 'Offline';
  }
}

/** Which of a player's games are asked for; what is null is not asked about. */
export interface GameFilter {
  readonly players: 2 | 4 | null;
  readonly ranked: boolean | null;
  readonly outcome: Outcome | null;
}

type Query = Readonly<Record<string, string | number | boolean | null>>;

const BASE = '/api/v1';
/** Games of a page. */
const GAMES = 20;

export const api = {
  site: () => call<Site>('GET', '/site'),
  guest: () => call<Token>('POST', '/guest'),
  register: (registration: Registration) => call<Token>('POST', '/register', registration),
  login: (credentials: Credentials) => call<Token>('POST', '/login', credentials),
  logout: () => call<null>('POST', '/logout'),
  me: () => call<Me>('GET', '/me'),
  changeSettings: (settings: MySettings) => call<Me>('PATCH', '/me', settings),
  changePassword: (change: PasswordChange) => call<null>('PUT', '/me/password', change),
  /** A guest has no password. */
  deleteAccount: (password: string | null) => call<null>('DELETE', '/me', { password }),
  sessions: () => call<Sessions>('GET', '/me/sessions'),
  endSession: (id: string) => call<null>('DELETE', `/me/sessions/${encodeURIComponent(id)}`),
  endOtherSessions: () => call<null>('DELETE', '/me/sessions'),

  people: () => call<People>('GET', '/me/people'),
  follow: (id: AccountId) => call<null>('PUT', `/me/following/${id}`),
  unfollow: (id: AccountId) => call<null>('DELETE', `/me/following/${id}`),
  block: (id: AccountId) => call<null>('PUT', `/me/blocked/${id}`),
  unblock: (id: AccountId) => call<null>('DELETE', `/me/blocked/${id}`),

  layouts: () => call<SavedLayouts>('GET', '/me/layouts'),
  saveLayout: (name: string, layout: NewLayout) =>
    call<null>('PUT', `/me/layouts/${encodeURIComponent(name)}`, layout),
  removeLayout: (name: string) => call<null>('DELETE', `/me/layouts/${encodeURIComponent(name)}`),

  /** What the account keeps of its marks in a game that runs, for its other devices. */
  marks: (game: GameId) => call<Marks>('GET', `/me/marks/${game}`),
  /** Also when the page is closed meanwhile. */
  keepMarks: (game: GameId, marks: Marks) =>
    call<null>('PUT', `/me/marks/${game}`, marks, { keepalive: true }),

  live: () => call<Live>('GET', '/live'),
  ladder: () => call<LadderSettings>('GET', '/ladder'),
  leaderboard: (query: { cursor?: string; around?: AccountId; limit?: number }) =>
    call<Leaderboard>('GET', `/leaderboard${search(query)}`),
  player: (id: AccountId) => call<PlayerPage>('GET', `/players/${id}`),
  whereabouts: (id: AccountId) => call<Whereabouts>('GET', `/players/${id}/whereabouts`),
  playerGames: (id: AccountId, query: GameFilter & { readonly cursor: string | null }) =>
    call<PlayedGames>('GET', `/players/${id}/games${search({ limit: GAMES, ...query })}`),
  scores: (id: AccountId) => call<ScoreHistory>('GET', `/players/${id}/scores`),
  company: (id: AccountId) => call<Company>('GET', `/players/${id}/company`),
  findPlayers: (name: string) => call<FoundPlayers>('GET', `/players${search({ name })}`),

  game: (id: GameId) => call<GamePage>('GET', `/games/${id}`),
  replay: (id: GameId) => call<ExpandedGame>('GET', `/games/${id}/replay`),
  /** Expands a game that somebody has as a file, record or `.jgs`; it is stored nowhere. */
  expand: (file: Blob) => call<ExpandedGame>('POST', '/replay', file),
  recordAddress: (id: GameId) => `${BASE}/games/${id}/record`,
  jgsAddress: (id: GameId) => `${BASE}/games/${id}/jgs`,
};

function search(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

async function call<T>(method: string, path: string, body?: unknown, more?: RequestInit): Promise<T> {
  const request: RequestInit = {
    ...more,
    method,
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
  };
  if (body instanceof Blob) {
    request.headers = { ...request.headers, 'content-type': 'application/octet-stream' };
    request.body = body;
  } else if (body !== undefined) {
    request.headers = { ...request.headers, 'content-type': 'application/json' };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(BASE + path, request);
    text = await response.text();
  } catch (error) {
    throw new Offline(error);
  }
  if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
  throw failure(response, text);
}

function failure(response: Response, text: string): ApiError | Offline {
  if (response.headers.get('content-type')?.includes('json') !== true) return new Offline(response.status);
  return new ApiError(JSON.parse(text) as Problem);
}
