from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motifcnn.graph import read_graph, read_tables
from motifcnn.train import fit, load_run
from ranks import one_process, torchrun

PAP = "(t:paper)--(a:author)--(c:paper)"
QUICK = ("--epochs", "3", "--set", "filters=[4]")


def test_the_printed_scores_are_those_of_fit(
    run_json: Callable[..., Any], papers_folder: str
) -> None:
    found = run_json("train", papers_folder, "--motif", PAP, "--seed", "5", *QUICK)
    expected = fit(read_graph(papers_folder), [PAP], seed=5, epochs=3, settings={"filters": [4]})
    assert found["test"]["micro_f1"] == expected.test.micro_f1
    assert found["validation"]["macro_f1"] == expected.validation.macro_f1
    assert found["motifs"] == [PAP]
    assert found["split"] == {"train": 20, "val": 10, "test": 30}
    assert found["split_name"] == "public"
    assert (found["seed"], found["epochs"], found["settings"]["filters"]) == (5, 3, [4])
    assert sum(row["weight"] for row in found["attention"]) == pytest.approx(1.0, abs=1e-4)


def test_batches_are_those_of_fit(run_json: Callable[..., Any], papers_folder: str) -> None:
    flags = ("--preset", "asonam", "--batch-size", "8", "--sample", "2", "--epochs", "3")
    found = run_json("train", papers_folder, "--motif", PAP, *flags)
    expected = fit(
        read_graph(papers_folder), [PAP], preset="asonam", epochs=3, batch_size=8, sample=2
    )
    assert found["validation"]["micro_f1"] == expected.validation.micro_f1
    assert found["test"]["micro_f1"] == expected.test.micro_f1


def test_the_stored_run_is_the_trained_one(run_folder: str, papers_folder: str) -> None:
    stored = load_run(run_folder)
    graph = read_graph(papers_folder)
    again = fit(graph, stored.motifs, epochs=4, settings={"filters": [8]})
    assert np.array_equal(stored.probabilities, again.probabilities)


def test_people_get_tables(run: Callable[..., Any], papers_folder: str, tmp_path: Path) -> None:
    result = run(
        "train",
        papers_folder,
        "--motif",
        PAP,
        "--motif",
        "(t:paper)--(c:venue)",
        *QUICK,
        "--out",
        str(tmp_path / "run"),
    )
    assert result.exit_code == 0, result.stderr
    assert "2 motifs, 3 epochs" in result.stdout
    assert "split public: 20 training, 10 validation, 30 test nodes; seed 0" in result.stdout
    for text in (
        "validation",
        "test",
        "Micro-F1",
        "mean attention per motif",
        PAP,
        f"motifcnn report {tmp_path / 'run'}",
    ):
        assert text in result.stdout


def test_a_random_split_is_dealt_by_the_seed(
    run_json: Callable[..., Any], papers_folder: str
) -> None:
    arguments = ("train", papers_folder, "--model", "majority", "--split", "random")
    dealt = run_json(*arguments)
    assert (dealt["split_name"], dealt["split"]) == ("random", {"train": 6, "val": 6, "test": 48})
    shares = run_json("train", papers_folder, "--model", "majority", "--split", "0.5,0.2,0.3")
    assert shares["split"] == {"train": 30, "val": 12, "test": 18}
    assert (
        run_json("train", papers_folder, "--model", "majority", "--split", "public")["split"][
            "train"
        ]
        == 20
    )


def test_a_file_has_the_same_names_and_a_flag_wins(
    run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    config = tmp_path / "run.toml"
    config.write_text(
        f'graph = "{papers_folder}"\nmotif = ["{PAP}"]\nseed = 3\nepochs = 2\n'
        "split = [0.5, 0.2, 0.3]\n"
        "[settings]\nfilters = [4]\ndropout = 0.1\n"
    )
    found = run_json("train", "--config", str(config), "--epochs", "3", "--set", "dropout=0.2")
    assert (found["seed"], found["epochs"], found["motifs"], found["split"]["train"]) == (
        3,
        3,
        [PAP],
        30,
    )
    assert (found["settings"]["filters"], found["settings"]["dropout"]) == ([4], 0.2)


def test_training_goes_on_from_a_checkpoint(
    run_json: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    arguments = ("train", papers_folder, "--motif", PAP, "--set", "filters=[4]", "--epochs", "4")
    state = ("--checkpoint", str(tmp_path / "state"), "--checkpoint-every", "2")
    first = run_json(*arguments, *state)
    assert list((tmp_path / "state").glob("epoch-*"))
    assert run_json(*arguments, *state)["test"] == first["test"] == run_json(*arguments)["test"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--model", "motif-cn"), 'did you mean "motif-cnn"?'),
        (("--preset", "defualt"), 'did you mean "default"?'),
        (("--set", "droput=0.1"), 'did you mean "dropout"?'),
        (("--set", "dropout"), "NAME=VALUE"),
        (("--split", "private"), "private"),
        (("--split", "0.5,0.5"), "0.1,0.1,0.8"),
        (("--motif", "(t:paper)--(c:editor)"), "editor"),
        (("--target", "venue"), "venue"),
        (("--target", "papre"), 'unknown node type; did you mean "paper"?'),
        (("--set", "droput=0.1"), "motif-cnn: no setting 'droput'"),
        (("--model", "gcn", "--preset", "asonam"), "gcn has no preset 'asonam'"),
        (("--model", "gcn", "--motif", PAP), "gcn uses no motifs"),
        (("--model", "gcn", "--motif", "auto"), "gcn uses no motifs"),
        (("--motif", "auto", "--motif", PAP), "--motif auto stands alone"),
        (("--sample", "5"), "add --batch-size"),
        (("--epochs", "0"), "--epochs is 0"),
        (("--config", "missing.toml"), "missing.toml does not exist"),
    ],
)
def test_a_wrong_option_gets_one_message_and_code_two(
    run: Callable[..., Any], papers_folder: str, arguments: tuple[str, ...], message: str
) -> None:
    result = run("train", papers_folder, *arguments, "--json")
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_only_a_run_is_replaced_and_the_refusal_comes_before_training(
    run: Callable[..., Any], papers_folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    quick = ("train", papers_folder, "--model", "majority", "--out")
    assert "replaced an earlier run" not in run(*quick, str(out)).stdout
    assert f"run stored in {out}, where it replaced an earlier run" in run(*quick, str(out)).stdout
    monkeypatch.setattr("motifcnn.train.fit", lambda *_, **__: pytest.fail("trained"))
    (tmp_path / "file").touch()
    for place, message in ((papers_folder, "is not a run"), (str(tmp_path / "file"), "is a file")):
        result = run(*quick, place)
        assert (result.exit_code, message in result.stderr) == (2, True)
    result = run(*quick, str(out), "--checkpoint", str(out / "state"))
    assert (result.exit_code, "keep them apart" in result.stderr) == (2, True)
    assert read_graph(papers_folder).counts["paper"] == 60


def test_auto_motifs_come_with_the_reasons(
    run: Callable[..., Any], run_json: Callable[..., Any], papers_folder: str
) -> None:
    found = run_json("train", papers_folder, "--motif", "auto", *QUICK)
    expected = fit(read_graph(papers_folder), "auto", epochs=3, settings={"filters": [4]})
    assert expected.motif_choice is not None
    assert [row["motif"] for row in found["motif_choice"] if row["chosen"]] == found["motifs"]
    assert [row["reason"] for row in found["motif_choice"]] == [
        choice.reason for choice in expected.motif_choice
    ]
    shown = run("train", papers_folder, "--motif", "auto", *QUICK).stdout
    assert "why these motifs" in shown and "taken first" in shown
    assert "cost (entries)" in shown
    assert f"{expected.motif_choice[0].cost:,}" in shown
    assert run_json("train", papers_folder, "--motif", PAP, *QUICK)["motif_choice"] is None


def test_a_graph_without_labels_is_told_what_training_needs(
    run: Callable[..., Any], papers_folder: str, tmp_path: Path
) -> None:
    from dataclasses import replace

    from motifcnn.graph import write_graph

    write_graph(replace(read_graph(papers_folder), labels={}, splits={}), tmp_path / "bare")
    for verb in ("train", "tune", "evaluate", "bench"):
        result = run(verb, str(tmp_path / "bare"))
        assert result.exit_code == 2
        assert "has no labels, and training needs some" in result.stderr
        assert "target=" not in result.stderr
    assert (
        "name one with --target: author, paper, venue"
        in run("motifs", str(tmp_path / "bare")).stderr
    )


def test_methods_with_motifs_of_their_own_take_some(
    run_json: Callable[..., Any], papers_folder: str
) -> None:
    found = run_json("train", papers_folder, "--model", "lp-metapath", "--motif", PAP)
    assert found["motifs"] == [PAP]
    assert not {"attention", "contributions", "sources"} & found.keys()


def test_a_wide_network_has_contributions_and_never_speaks_of_attention(
    run: Callable[..., Any], run_json: Callable[..., Any], papers_folder: str
) -> None:
    wide = ("train", papers_folder, "--model", "wide-motif", "--motif", PAP, "--epochs", "3")
    found = run_json(*wide)
    assert "attention" not in found
    assert {row["source"] for row in found["contributions"]} == {
        PAP,
        "own inputs",
        "propagated features",
    }
    assert sum(row["share"] for row in found["contributions"]) == pytest.approx(1.0, abs=1e-4)
    assert sum(found["sources"].values()) == pytest.approx(1.0, abs=1e-4)
    shown = run(*wide).stdout
    assert "mean contribution to the predicted class" in shown
    assert "what predictions rest on, on average: motifs" in shown
    assert "attention" not in shown


def test_auto_says_what_was_tried(run_json: Callable[..., Any], papers_folder: str) -> None:
    found = run_json("train", papers_folder, "--model", "auto")
    assert [one["name"] for one in found["tried"]] == ["motif-cnn", "wide-motif", "gcn", "boosting"]
    assert found["model"] == next(one["name"] for one in found["tried"] if one["kept"])


def test_candidates_are_shown_to_people(run: Callable[..., Any], papers_folder: str) -> None:
    result = run("train", papers_folder, "--motif", PAP, "--epochs", "2")
    assert result.exit_code == 0, result.stderr
    assert "what was tried" in result.stdout
    assert "coarse structure and words" in result.stdout


def shop(folder: Path, customers: int = 240, first: int = 0) -> Path:
    """Customers whose segment takes two things to tell: their own plan, and the region they buy in.

    Columns alone do not tell it, and links alone do not either.
    """
    rng = np.random.default_rng(first)
    folder.mkdir()
    plans = rng.integers(2, size=customers)
    shops = rng.integers(12, size=customers)
    segment = np.where(plans == shops % 2, "gold", "plain")
    rows = [
        f"c{first + i};{'basic' if plan else 'full'};{20 + i % 50};{word}"
        for i, (plan, word) in enumerate(zip(plans, segment, strict=True))
    ]
    (folder / "customers.csv").write_text("\n".join(["customer;plan;age;segment", *rows]))
    lines = [f"s{i},{'north' if i % 2 else 'south'}" for i in range(12)]
    (folder / "shops.csv").write_text("\n".join(["shop,region", *lines]))
    bought = [f"c{first + i},s{place}" for i, place in enumerate(shops)]
    (folder / "bought.csv").write_text("\n".join(["customer,shop", *bought]))
    return folder


def test_a_folder_of_tables_is_imported_trained_and_judged(
    run_json: Callable[..., Any], tmp_path: Path
) -> None:
    tables = shop(tmp_path / "shop")
    flags = ("--label", "customers.segment", "--yes", "--out", str(tmp_path / "run"))
    found = run_json("train", str(tables), *flags)
    assert found["split"] == {"train": 144, "val": 48, "test": 48}
    rivals = {row["name"]: row["micro_f1"] for row in found["verdict"]["rows"]}
    assert rivals["motif-cnn"] > 0.9
    assert rivals["gradient boosting on the columns"] < 0.75
    assert found["verdict"]["sentence"].startswith("Better than the table alone by")
    assert (tables / "motifcnn.toml").is_file()
    without = read_tables(tables)
    links_alone = fit(
        replace(without, features={t: x for t, x in without.features.items() if t != "customer"}),
        split=load_run(tmp_path / "run").split,
    )
    assert rivals["motif-cnn"] > links_alone.test.micro_f1 + 0.1


def test_customers_of_tomorrow_are_classified_from_their_tables(
    run_json: Callable[..., Any], tmp_path: Path
) -> None:
    flags = ("--label", "customers.segment", "--yes", "--no-compare")
    out = str(tmp_path / "run")
    found = run_json("train", str(shop(tmp_path / "shop")), *flags, "--out", out)
    assert "verdict" not in found
    (tmp_path / "shop" / "customers.csv").unlink()  # the run keeps what it was trained on
    new = shop(tmp_path / "new", customers=60, first=1000)
    truth = dict(
        line.split(";")[::3] for line in (new / "customers.csv").read_text().splitlines()[1:]
    )
    said = run_json("predict", out, str(new))["predictions"]
    assert sorted(row["node"] for row in said) == sorted(truth)
    right = [row["predicted"] == truth[row["node"]] for row in said]
    assert np.mean(right) > 0.85


def test_flags_of_tables_are_refused_for_a_graph(
    run: Callable[..., Any], papers_folder: str
) -> None:
    result = run("train", papers_folder, "--label", "paper.field")
    assert result.exit_code == 2
    assert "--label is for tables" in result.stderr


def test_on_two_ranks_one_prints_and_stores(papers_folder: str, tmp_path: Path) -> None:
    still = ("--set", "dropout=0.0", "--set", "input_dropout=0.0")
    flags = ("--motif", PAP, "--batch-size", "8", *QUICK, *still, "--json", "--out")
    command = ("-m", "motifcnn", "train", papers_folder, *flags)
    done = torchrun(2, *command, str(tmp_path / "two"))
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)  # two documents would not parse
    alone = one_process(*command, str(tmp_path / "one"))
    assert alone.returncode == 0, alone.stderr
    assert printed["validation"] == json.loads(alone.stdout)["validation"]
    two, one = (load_run(tmp_path / name).probabilities for name in ("two", "one"))
    assert np.allclose(two, one, rtol=0, atol=1e-4)
