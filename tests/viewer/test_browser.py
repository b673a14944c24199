"""The page in a browser: opening, panning, keys, search, every view at three sizes, and nothing that it must not do."""

from __future__ import annotations

import pytest

import graphwright as tf
from tests.viewer import graphs
from tests.viewer.browser import browser, frames_per_second, missing, open_page, resize, settle
from tests.viewer.profiles import made_up_profile
from tests.viewer.test_page import HOSTILE

pytestmark = [pytest.mark.skipif(bool(missing()), reason=missing() or "-"), pytest.mark.filterwarnings("default")]

SIZES = [(1280, 800), (820, 1100), (390, 800)]


@pytest.fixture(scope="module")
def driver():
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("pages")
    long = graphs.long_function()
    long.get_concrete_function(tf.TensorSpec([4, 8]))
    long.explain().to_html(made / "long.html")
    graphs.collatz().explain().to_html(made / "collatz.html")
    step = graphs.digits_step()
    step.explain().to_html(made / "digits.html", profile=made_up_profile(step))
    return made


def complaints(driver):
    return [entry["message"] for entry in driver.get_log("browser")]


def text_of(driver, selector):
    return driver.execute_script(f"return document.querySelector({selector!r}).innerText")


def test_a_graph_of_5000_operations_opens_in_two_seconds_and_pans_at_30_frames(driver, folder) -> None:
    resize(driver, 1280, 800)
    best = min(open_page(driver, folder / "long.html") for _ in range(3))
    assert driver.execute_script("return graphwright.view.model.total[0]") > 5000
    assert best < 2.0
    # the best of three: other programs run on the machine of the tests
    assert max(frames_per_second(driver) for _ in range(3)) >= 30
    driver.execute_script("graphwright.openAll()")
    driver.execute_script("graphwright.view.fit(0.3)")
    assert max(frames_per_second(driver) for _ in range(3)) >= 30


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=["wide", "tablet", "phone"])
def test_every_view_fits_and_no_error_is_logged(size, dark, driver, folder) -> None:
    resize(driver, *size, dark=dark)
    open_page(driver, folder / "digits.html")
    for view in ("graph", "passes", "traces", "code", "profile"):
        driver.find_element("id", f"tab-{view}").click()
        settle(driver)
        wide = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, view
        assert len(text_of(driver, "#panel")) > 20, view
    assert complaints(driver) == []


def test_the_canvas_is_not_empty(driver, folder) -> None:
    resize(driver, 1280, 800)
    open_page(driver, folder / "collatz.html")
    colours = driver.execute_script(
        "const c = document.getElementById('canvas');"
        "const pixels = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);"
        "return new Set(pixels).size"
    )
    assert colours > 20


def test_keys_move_open_and_close(driver, folder) -> None:
    from selenium.webdriver.common.keys import Keys

    resize(driver, 1280, 800)
    open_page(driver, folder / "collatz.html")
    canvas = driver.find_element("id", "canvas")
    chosen = "const v = graphwright.view; return v.selected === null ? null : v.model.title(v.selected)"
    driver.execute_script("document.getElementById('canvas').focus()")
    canvas.send_keys(Keys.ARROW_DOWN)
    assert driver.execute_script(chosen) == "input n"
    canvas.send_keys(Keys.ARROW_DOWN)
    assert driver.execute_script(chosen) == "loop while"
    assert text_of(driver, "#live") == "loop while"
    canvas.send_keys(Keys.ENTER)
    assert driver.execute_script("return graphwright.view.model.open.has(graphwright.view.selected)") is False
    canvas.send_keys(Keys.ENTER)
    canvas.send_keys(Keys.ARROW_DOWN)
    assert driver.execute_script(chosen) == "condition"
    canvas.send_keys(Keys.ESCAPE)
    assert driver.execute_script(chosen) == "loop while"


def test_the_outline_is_a_tree_for_keys(driver, folder) -> None:
    from selenium.webdriver.common.keys import Keys

    resize(driver, 1280, 800)
    open_page(driver, folder / "collatz.html")
    driver.execute_script("document.querySelector('#outline [tabindex=\"0\"]').focus()")
    focused = "return document.activeElement.innerText + ' ' + document.activeElement.getAttribute('aria-expanded')"
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert "while" in driver.execute_script(focused) and driver.execute_script(focused).endswith("true")
    driver.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    assert driver.execute_script(focused).endswith("false")
    assert driver.execute_script("return document.querySelectorAll('#outline li').length") == 2


def test_search_finds_opens_and_shows(driver, folder) -> None:
    from selenium.webdriver.common.keys import Keys

    resize(driver, 1280, 800)
    open_page(driver, folder / "long.html")
    driver.find_element("tag name", "body").send_keys("/")
    driver.switch_to.active_element.send_keys("stage_4 block_7 sin" + Keys.ENTER)
    settle(driver)
    assert text_of(driver, "#details h2") == "Sin"
    assert "tf.cos(z) * tf.sin(y)" in text_of(driver, "#details")
    in_sight = "const v = graphwright.view, b = v.boxOf(v.selected); return [b.l * v.scale + v.x, b.t * v.scale + v.y]"
    x, y = driver.execute_script(in_sight)
    assert 0 < x < 1280 and 0 < y < 800


def test_a_click_shows_what_is_known_of_an_operation(driver, folder) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    resize(driver, 1280, 800)
    open_page(driver, folder / "digits.html")
    canvas = driver.find_element("id", "canvas")
    x, y = driver.execute_script(
        "const v = graphwright.view, b = v.boxOf(v.model.byName('matmul'));"
        "return [b.l * v.scale + v.x + b.w * v.scale / 2, b.t * v.scale + v.y + b.h * v.scale / 2]"
    )
    size = canvas.size
    ActionChains(driver).move_to_element_with_offset(
        canvas, round(x - size["width"] / 2), round(y - size["height"] / 2)
    ).click().perform()
    shown = text_of(driver, "#details")
    for part in ("MatMul", "float32[32,128]", "tf.nn.relu(images @ self.hidden_weights", "Contract", "product"):
        assert part in shown
    driver.find_element("xpath", "//button[text()='Its code']").click()
    assert "gw_product" in text_of(driver, "#panel pre")


def test_the_page_loads_nothing_and_runs_no_name(driver, tmp_path) -> None:
    def f(x):
        return tf.tanh(x)

    f.__name__ = f.__qualname__ = HOSTILE
    staged = tf.function(f)
    staged(tf.constant(1.0))
    profile = {"events": [{"ph": "X", "name": HOSTILE, "tid": 1, "ts": 0, "dur": 5, "args": {HOSTILE: HOSTILE}}],
               "regions": [{"id": 0, "kind": HOSTILE, "ops": [HOSTILE], "seconds": 1}]}  # fmt: skip
    staged.explain().to_html(tmp_path / "hostile.html", profile=profile)
    resize(driver, 1280, 800)
    open_page(driver, tmp_path / "hostile.html")
    for view in ("graph", "passes", "traces", "code", "profile"):
        driver.find_element("id", f"tab-{view}").click()
    assert driver.execute_script("return document.querySelectorAll('script').length") == 2
    assert driver.execute_script("return document.querySelectorAll('img').length") == 0
    assert driver.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert complaints(driver) == []
    with pytest.raises(Exception, match="no such alert"):
        _ = driver.switch_to.alert


def test_colours_follow_the_time_of_a_profile(driver, folder) -> None:
    resize(driver, 1280, 800)
    open_page(driver, folder / "digits.html")
    shares = driver.execute_script(
        "const {colours, model} = graphwright.view;"
        "return [colours.mode, colours.shares.get(0), colours.shares.get(model.byName('matmul'))]"
    )
    assert shares[0] == "time"
    assert shares[1] == pytest.approx(1.0)
    assert 0 < shares[2] < 1
