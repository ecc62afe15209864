// What remains, and is shown as such; and what this panel cannot know.

export function WatchRisks() {
  return (
    <section className="wp-section wp-words wp-risks" aria-label="What remains">
      <div>
        <h3 className="sub">What remains</h3>
        <ul>
          <li>
            <b>Who has the token may ring.</b> A peer that knows the local id and the token makes the host look up to four times a push, as
            often as the rate allows. It can do no more: no state comes from a body.
          </li>
          <li>
            <b>The agent keeps the token, too.</b> If its store leaks, whoever finds it can do the same, and nothing beyond.
          </li>
          <li>
            <b>Deleting is a request.</b> An agent may ignore it and ring on. The stand-in has closed before it asks, so each ring is
            refused.
          </li>
        </ul>
      </div>
      <div>
        <h3 className="sub">What cannot be known</h3>
        <ul>
          <li>A refusal does not say which check failed after the token was there: all of them read alike, and so they do here.</li>
          <li>A doorbell that did not ring tells nobody. What it was for is found with the next one, or at the next turn.</li>
          <li>A state that came and went between two looks was never seen by push. Only the agent’s own facts show it here.</li>
          <li>The token stands in no row: facts carry its digest, and the wire’s copy is cut from the recording.</li>
        </ul>
      </div>
      <div>
        <h3 className="sub">What it costs at most</h3>
        <p>
          <b>Why four and no more.</b> A claim that differs is looked at at once, then after 1, 2 and 4 s. A liar costs four GetTask calls a
          push.
        </p>
        <p>
          <b>What off costs.</b> Nothing on the wire. The change is found when somebody next speaks to the task.
        </p>
      </div>
    </section>
  );
}
